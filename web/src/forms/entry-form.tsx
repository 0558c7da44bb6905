import { t } from '@touchline/core/language';
import { type ReactNode, useRef } from 'react';
import { Form } from 'react-final-form';
import { Button, type ButtonLook } from '../ui/button.tsx';

/** The problem of each field that cannot be sent. */
export type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined };

type Props<Values> = {
  readonly initial: Values;
  readonly check: (values: Values) => Problems<Values>;
  readonly onSend: (values: Values) => void;
  readonly children: ReactNode;
};

/** A form with errors at the fields; sending with errors moves the focus to the first one. */
export function EntryForm<Values extends Readonly<Record<string, string>>>(props: Props<Values>) {
  const { initial, check, onSend, children } = props;
  const form = useRef<HTMLFormElement>(null);
  // React Final Form leaves an emptied field out of the values.
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

type ButtonsProps = {
  readonly button: string;
  readonly look?: ButtonLook | undefined;
  readonly isBusy: boolean;
  readonly cancel?: string;
  readonly onCancel: () => void;
};

/** The last line of a form that can be closed: a button that sends it, and one that does not. */
export const FormButtons = ({ button, look, isBusy, cancel = t('Cancel'), onCancel }: ButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" look={look ?? 'primary'} isBusy={isBusy}>
      {button}
    </Button>
    <Button look="bare" disabled={isBusy} onClick={onCancel}>
      {cancel}
    </Button>
  </div>
);

const emptied = <Values extends Readonly<Record<string, string>>>(initial: Values): Values =>
  Object.fromEntries(Object.keys(initial).map((name) => [name, ''])) as Values;

const focusFirstError = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
