import { maxPasswordLength } from '@touchline/core/account';
import { formatNumber } from '@touchline/core/language';
import type { ComponentProps } from 'react';
import { useField } from 'react-final-form';
import { Field, PasswordField } from '../ui/field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'onBlur' | 'onFocus' | 'error' | 'name'> & {
  readonly name: string;
};

/** A field of the enclosing form. Its error shows once the field was left or the form was sent. */
export function TextInput({ name, ...rest }: Props) {
  const { input, error } = useInput(name);
  return <Field {...rest} {...input} error={error} />;
}

/**
 * An amount of dollars. Its value has a decimal point; German and Spanish show and accept a comma: "1.234,50" → "1234.50". A number
 * field would follow the language of the browser, not ours.
 */
export function AmountField(props: Props) {
  if (formatNumber(1.5) === '1.5')
    return <TextInput {...props} type="number" inputMode="decimal" step="0.01" prefix="$" autoComplete="off" />;
  return <CommaAmount {...props} />;
}

function CommaAmount({ name, min: _, ...rest }: Props) {
  const { input, error } = useInput(name, commaToPoint, pointToComma);
  return <Field {...rest} {...input} error={error} inputMode="decimal" prefix="$" autoComplete="off" />;
}

const commaToPoint = (text: string): string => (text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text);
const pointToComma = (text: string): string => text.replace('.', ',');

export function PasswordInput({ name, ...rest }: Props) {
  const { input, error } = useInput(name);
  return <PasswordField maxLength={maxPasswordLength} {...rest} {...input} error={error} />;
}

function useInput(name: string, parse?: (typed: string) => string, format?: (value: string) => string) {
  const { input, meta } = useField<string>(name, {
    subscription: { value: true, touched: true, error: true },
    ...(parse && { parse }),
    ...(format && { format }),
  });
  const { value, onChange, onBlur, onFocus } = input;
  const error: unknown = meta.touched ? meta.error : undefined;
  return { input: { name, value, onChange, onBlur, onFocus }, error: typeof error === 'string' ? error : undefined };
}
