import type { ComponentProps } from 'react';
import { Select } from '../ui/select.tsx';

/** A select with its label above it, for a row of fields. */
export const LabelledSelect = ({ label, className, ...rest }: ComponentProps<typeof Select>) => (
  <div className={className}>
    <span aria-hidden="true" className="mb-1.5 block text-small font-strong text-muted">
      {label}
    </span>
    <Select label={label} {...rest} />
  </div>
);

/** The two times of the ledger, for a select. */
export const timeOptions = [
  { value: 'recorded', label: 'When recorded' },
  { value: 'effective', label: 'When it counts' },
] as const;
