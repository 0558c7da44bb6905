import { t } from '@touchline/core/language';
import { type ComponentProps, useEffect, useRef } from 'react';
import { amountField, amountFromText } from './amount-text.ts';
import { Field } from './field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'prefix' | 'ref' | 'value'> & { readonly value: string };

/** A field for dollars, as they are typed in the current language. A form that checks its fields is not sent with another text. */
export function DollarField(props: Props) {
  const { value } = props;
  const field = useRef<HTMLInputElement>(null);
  const isAmount = value.trim() === '' || amountFromText(value) !== undefined;
  const problem = isAmount ? '' : t('Please enter a valid amount');
  useEffect(() => field.current?.setCustomValidity(problem), [problem]);
  return <Field {...amountField()} prefix="$" autoComplete="off" {...props} ref={field} />;
}
