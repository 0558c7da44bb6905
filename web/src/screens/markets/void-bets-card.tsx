import type { OperatedMatchDetail } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { LiftForm } from './decision-form.ts';
import { windowText } from './decision-text.ts';

type Props = { readonly match: OperatedMatchDetail; readonly onLift: (form: LiftForm) => void };

/** The periods whose bets are void, each with its reason and a button to undo it. */
export function VoidBetsCard({ match, onLift }: Props) {
  const windows = match.rulings.at(-1)?.decision.voidBets ?? [];
  if (windows.length === 0) return null;
  return (
    <Card aria-label={t('Void bets')} className="grid gap-3">
      <h2 className="text-figure font-strong">{t('Void bets')}</h2>
      <ul className="grid gap-3">
        {windows.map(({ reason, ...window }) => (
          <li
            key={windowText(window)}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line pt-3"
          >
            <div className="min-w-0">
              <p className="font-strong figures">{windowText(window)}</p>
              {reason && <p className="wrap-anywhere">{reason}</p>}
            </div>
            {match.proposal === null && !match.hasOwnBet && (
              <Button
                look="quiet"
                aria-label={t('Undo: {window}', { window: windowText(window) })}
                onClick={() => onLift({ kind: 'lift', ...window })}
              >
                {t('Undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
