import { ChevronDown } from 'lucide-react';
import { classes } from './classes.ts';
import { IconButton } from './icon-button.tsx';

type Props = {
  readonly id?: string;
  /** What the details are of: 'event 12'. */
  readonly of: string;
  readonly isOpen: boolean;
  /** The id of the element that holds the details while they are shown. */
  readonly detail: string;
  readonly onToggle: () => void;
  readonly className?: string;
};

/** Shows and hides the details of a row. */
export const DetailsToggle = ({ of, isOpen, detail, onToggle, ...rest }: Props) => (
  <IconButton
    {...rest}
    label={`${isOpen ? 'Hide' : 'Show'} the details of ${of}`}
    aria-expanded={isOpen}
    aria-controls={isOpen ? detail : undefined}
    icon={<ChevronDown aria-hidden="true" className={classes('size-4 transition-transform', isOpen && 'rotate-180')} />}
    onClick={onToggle}
  />
);

/** Makes the toggle as large as the row it stands in, which is to be `relative`: pressing the row anywhere opens it. */
export const wholeRow = 'after:absolute after:inset-0';
