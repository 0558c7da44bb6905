import { t } from '@touchline/core/language';
import { ChevronDown } from 'lucide-react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';

type Props = {
  readonly id?: string;
  /** What the details belong to: 'event 12'. */
  readonly of: string;
  readonly isOpen: boolean;
  /** The id of the details element. */
  readonly detail: string;
  readonly onToggle: () => void;
  readonly className?: string;
};

/** Shows and hides the details of a row. */
export const DetailsToggle = ({ of, isOpen, detail, onToggle, ...rest }: Props) => (
  <IconButton
    {...rest}
    label={t(isOpen ? 'Hide the details of {row}' : 'Show the details of {row}', { row: of })}
    aria-expanded={isOpen}
    aria-controls={isOpen ? detail : undefined}
    icon={<ChevronDown aria-hidden="true" className={classes('size-4 transition-transform', isOpen && 'rotate-180')} />}
    onClick={onToggle}
  />
);

/** Covers the row, which must be `relative`, so that a press anywhere on it toggles. */
export const wholeRow = 'after:absolute after:inset-0';
