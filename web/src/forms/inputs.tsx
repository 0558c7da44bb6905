import { maxPasswordLength } from '@touchline/core/account';
import type { ComponentProps } from 'react';
import { useField } from 'react-final-form';
import { DollarField } from '../ui/dollar-field.tsx';
import { Field, PasswordField } from '../ui/field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'onBlur' | 'onFocus' | 'error' | 'name'> & {
  readonly name: string;
};

/** A field of the enclosing form. Its error shows once the field was left or the form was sent. */
export function TextInput({ name, ...rest }: Props) {
  const { input, error } = useInput(name);
  return <Field {...rest} {...input} error={error} />;
}

/** An amount of dollars. Its value is the text as typed: read it with `amountFromText`. */
export function AmountField({ name, ...rest }: Props) {
  const { input, error } = useInput(name);
  return <DollarField {...rest} {...input} error={error} />;
}

export function PasswordInput({ name, ...rest }: Props) {
  const { input, error } = useInput(name);
  return <PasswordField maxLength={maxPasswordLength} {...rest} {...input} error={error} />;
}

function useInput(name: string) {
  const { input, meta } = useField<string>(name, { subscription: { value: true, touched: true, error: true } });
  const { value, onChange, onBlur, onFocus } = input;
  const error: unknown = meta.touched ? meta.error : undefined;
  return { input: { name, value, onChange, onBlur, onFocus }, error: typeof error === 'string' ? error : undefined };
}
