import { type ReactNode, useRef } from 'react';
import { Form } from 'react-final-form';

/** One sentence for each field that cannot be sent as it is. */
export type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined };

type Props<Values> = {
  readonly initial: Values;
  readonly check: (values: Values) => Problems<Values>;
  readonly onSend: (values: Values) => void;
  readonly children: ReactNode;
};

/** A form whose errors stand beside the fields; sending with errors moves the focus to the first of them. */
export function EntryForm<Values extends Readonly<Record<string, string>>>(props: Props<Values>) {
  const { initial, check, onSend, children } = props;
  const form = useRef<HTMLFormElement>(null);
  // An emptied field is absent from the values; here it counts as the empty text it shows.
  const filled = (values: Partial<Values>): Values => ({ ...emptied(initial), ...values });
  return (
    <Form<Values>
      initialValues={initial}
      validate={(values) => check(filled(values))}
      onSubmit={(values) => onSend(filled(values))}
      subscription={{ hasValidationErrors: true }}
    >
      {({ handleSubmit, hasValidationErrors }) => (
        <form
          ref={form}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            void handleSubmit(event);
            if (hasValidationErrors) requestAnimationFrame(() => focusFirstError(form.current));
          }}
        >
          {children}
        </form>
      )}
    </Form>
  );
}

const emptied = <Values extends Readonly<Record<string, string>>>(initial: Values): Values =>
  Object.fromEntries(Object.keys(initial).map((name) => [name, ''])) as Values;

const focusFirstError = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
