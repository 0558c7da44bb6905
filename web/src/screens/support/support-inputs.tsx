import type { SupportTopic } from '@touchline/core/contract';
import { supportTopics } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { type ComponentProps, useId } from 'react';
import { useField } from 'react-final-form';
import { classes } from '../../ui/classes.ts';
import { Select } from '../../ui/select.tsx';

type TextAreaProps = Pick<ComponentProps<'textarea'>, 'rows' | 'maxLength' | 'placeholder'> & {
  readonly name: string;
  readonly label: string;
};

/** A multi-line field. Its error shows on blur or after submitting. */
export function TextAreaInput({ name, label, ...rest }: TextAreaProps) {
  const { input, meta } = useField<string>(name, { subscription: { value: true, touched: true, error: true } });
  const id = useId();
  const error: unknown = meta.touched ? meta.error : undefined;
  const problem = typeof error === 'string' ? error : undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-strong text-muted">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        name={name}
        value={input.value}
        onChange={input.onChange}
        onBlur={input.onBlur}
        onFocus={input.onFocus}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
        className={classes(
          'min-h-32 w-full rounded-small border bg-ground px-3 py-2 placeholder:text-muted',
          problem ? 'border-live' : 'border-edge',
        )}
      />
      {problem && (
        <p id={`${id}-note`} className="text-small text-live">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The topic of the message. */
export function TopicInput() {
  const { input } = useField<string>('topic', { subscription: { value: true } });
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-small font-strong text-muted">
        {t('Topic')}
      </span>
      <Select
        label={t('Topic')}
        value={supportTopics.find((topic) => topic === input.value) ?? 'other'}
        options={topicOptions()}
        onPick={input.onChange}
      />
    </div>
  );
}

const words: Record<SupportTopic, Message> = {
  account: msg('My account or logging in'),
  deposit: msg('A deposit'),
  withdrawal: msg('A withdrawal'),
  bet: msg('A bet'),
  bonus: msg('Bonus'),
  'responsible-play': msg('Responsible play'),
  other: msg('Something else'),
};
const topicOptions = () => Object.entries(words).map(([value, label]) => ({ value, label: t(label) }));
