import type { OddsPolicy } from '@touchline/core/betting';
import { t } from '@touchline/core/language';
import { selectionText } from '@touchline/core/markets';
import { Lock, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { isWide } from '../ui/use-wide.ts';
import { useSlipActors } from './slip-context.ts';
import {
  isAcceptedByPolicy,
  isUnavailable,
  matchNameOf,
  needsAcceptance,
  oddsMoved,
  type SlipLine,
} from './slip-line.ts';
import { useOddsText } from './use-slip-view.ts';

type Props = {
  readonly line: SlipLine;
  readonly policy: OddsPolicy;
  /** Undefined while nothing can be changed. */
  readonly onRemove: (() => void) | undefined;
  /** Shown below it. */
  readonly children?: ReactNode;
};

/** One selection: the match, the outcome, the odds with the previous ones, and a button that removes it. */
export function SlipRow({ line, policy, onRemove, children }: Props) {
  const { entry, status, note } = line;
  const text = selectionText(entry);
  const { panel } = useSlipActors();
  const isRemovable = isUnavailable(line);
  const oddsText = useOddsText();
  const isMoved = status === 'better' || status === 'worse';
  return (
    <li
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 rounded-small border py-1.5 pr-1 pl-3',
        isRemovable ? 'border-live/50 bg-live-soft' : 'border-line bg-raised',
      )}
    >
      <div className="min-w-0">
        <p
          className={classes(
            'font-strong',
            entry.betOutcome.startsWith('Builder: ') ? 'wrap-anywhere' : 'truncate',
            isRemovable && 'text-muted',
          )}
          title={text}
        >
          {text}
        </p>
        <Link
          href={`/match/${entry.matchId}`}
          title={matchNameOf(entry)}
          // On a narrow screen the slip covers the page that opens.
          onClick={() => isWide() || panel.send({ type: 'collapse' })}
          className="block truncate text-small text-muted hover:underline"
        >
          {matchNameOf(entry)}
        </Link>
      </div>
      <LineOdds line={line} policy={policy} />
      {onRemove ? (
        <IconButton
          label={t('Remove {selection}', { selection: text })}
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={onRemove}
        />
      ) : (
        <span className="w-2" />
      )}
      {note && status !== 'better' && (isRemovable || needsAcceptance(line, policy) || status === 'unconfirmed') && (
        <p className="col-span-3 flex items-center gap-1.5 pt-0.5 pr-2 pb-1 text-small text-live">
          {isRemovable ? (
            <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          ) : (
            <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          )}
          {isMoved ? oddsMoved(oddsText(entry.odds), oddsText(line.now)) : note}
        </p>
      )}
      {children}
    </li>
  );
}

function LineOdds({ line, policy }: Pick<Props, 'line' | 'policy'>) {
  const { entry, status, now } = line;
  const oddsText = useOddsText();
  if (status !== 'better' && status !== 'worse') {
    return (
      <span className={classes('text-figure font-strong figures', status !== 'unchanged' && 'text-muted')}>
        {oddsText(entry.odds)}
      </span>
    );
  }
  const direction = status === 'better' ? 'up' : 'down';
  return (
    <span className="grid justify-items-end leading-tight">
      <span className="text-small text-muted figures">
        <span className="sr-only">{t('was')} </span>
        <s>{oddsText(entry.odds)}</s>
      </span>
      <span className={classes('text-figure font-strong figures', direction === 'up' ? 'text-pitch' : 'text-live')}>
        <span className="sr-only">{`${t(direction === 'up' ? 'up to' : 'down to')} `}</span>
        {oddsText(now)}
        <span aria-hidden="true" className="pl-1 text-small">
          {direction === 'up' ? '▲' : '▼'}
        </span>
        {isAcceptedByPolicy(line, policy) && <span className="sr-only">{t(', accepted')}</span>}
      </span>
    </span>
  );
}
