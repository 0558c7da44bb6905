import type { ComponentProps } from 'react';
import { localFieldFrom, momentFromLocalField } from './moments.ts';
import { TypedField } from './typed-field.tsx';

type Props = Omit<ComponentProps<typeof TypedField>, 'type' | 'kept' | 'onKeep'> & {
  /** ISO time. */
  readonly kept: string | undefined;
  readonly onKeep: (moment: string | undefined) => void;
};

/** A field for date and time to the minute. */
export const MomentField = ({ kept, onKeep, ...rest }: Props) => (
  <TypedField
    {...rest}
    type="datetime-local"
    kept={kept ? localFieldFrom(kept).slice(0, 16) : ''}
    onKeep={(text) => onKeep(momentFromLocalField(text))}
  />
);
