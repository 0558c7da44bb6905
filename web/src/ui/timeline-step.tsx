import { t } from '@touchline/core/language';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { stepTime } from './moment-text.ts';

type Props = {
  readonly icon: LucideIcon;
  /** ISO time. */
  readonly at: string;
  /** Still to come, shown paler. */
  readonly isAhead: boolean;
  readonly isStrong: boolean;
  /** Colours of the icon of a past step. */
  readonly look: string;
  readonly title: string;
  /** The outcome, at the end of the line. */
  readonly figure?: ReactNode;
  /** Notes after the time. */
  readonly notes: readonly string[];
};

/** A step of a timeline, in an `ol`, with a line to the next one. */
export const TimelineStep = ({ icon: Icon, at, isAhead, isStrong, look, title, figure, notes }: Props) => (
  <li className="group grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0">
    <span className="relative flex justify-center">
      <span
        className={classes(
          'z-10 flex size-8 items-center justify-center rounded-round border',
          isAhead ? 'border-dashed border-edge bg-surface text-muted' : look,
        )}
      >
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <span aria-hidden="true" className="absolute top-8 -bottom-4 w-px bg-line group-last:hidden" />
    </span>
    <div className="min-w-0 pt-1">
      <p
        className={classes(
          'flex flex-wrap justify-between gap-x-3',
          isStrong && 'font-strong',
          isAhead && 'text-muted',
        )}
      >
        <span className="min-w-0 wrap-anywhere">{title}</span>
        {figure}
      </p>
      <p className="text-small text-muted figures">
        {isAhead && `${t('To come')} · `}
        <time dateTime={at}>{stepTime(at)}</time>
        {notes.map((note) => ` · ${note}`)}
      </p>
    </div>
  </li>
);
