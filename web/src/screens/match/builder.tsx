import { type MatchRow, matchEndpoints } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { t } from '@touchline/core/language';
import { labelText } from '@touchline/core/markets';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
import { useOnLive } from '../../live/index.ts';
import { useSlip } from '../../slip/index.ts';
import { percentText } from '../../ui/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { usePriceText } from '../../ui/price-text.ts';

type Props = {
  readonly row: MatchRow;
  readonly labels: readonly string[];
  readonly onChange: (labels: readonly string[]) => void;
  readonly onAdded: () => void;
};

/** The selections that are to win together, and their price. */
export function Builder({ row, labels, onChange, onAdded }: Props) {
  return (
    <div className="sticky top-(--top-bar) z-1 grid gap-2 rounded-small border border-pitch/50 bg-pitch-soft p-3">
      <p className="text-small">
        {labels.length < 2
          ? t('Choose 2 to 6 selections of this match. The bet wins if all of them do.')
          : t('Wins if all of these win:')}
      </p>
      {labels.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {labels.map((label) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => onChange(labels.filter((other) => other !== label))}
                className="inline-flex min-h-11 items-center gap-1 rounded-round border border-edge/50 bg-surface px-3 text-small"
              >
                {labelText(row.match, label)}
                <X aria-hidden="true" className="size-3.5" />
                <span className="sr-only">{t(': remove it')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {labels.length > 1 && <Price key={labels.join('\n')} row={row} labels={labels} onAdded={onAdded} />}
    </div>
  );
}

/** The price of a combination follows its match; it can be added while every quote behind it is open. */
function Price({ row, labels, onAdded }: Omit<Props, 'onChange'>) {
  const { id, s } = row;
  const { pick } = useSlip();
  const priceText = usePriceText();
  const [{ context }, send] = useLoad(
    () => call(matchEndpoints.builder, { params: { matchId: id as MatchId }, body: { selections: [...labels] } }),
    t('The price could not be loaded.'),
  );
  const priced = useRef(s);
  useEffect(() => {
    if (priced.current === s) return;
    priced.current = s;
    send({ type: 'outdated' });
  }, [s, send]);
  // Its prices change with time alone, too, also while this page was not connected.
  useOnLive('book', ({ book }) => {
    if (book.id === id && book.s >= s) send({ type: 'outdated' });
  });
  useOnLive('joined', () => send({ type: 'outdated' }));
  const { value, error } = context;
  if (error) {
    return (
      <p role="alert" className="text-small text-live">
        {error}
      </p>
    );
  }
  if (!value) return <p className="text-small text-muted">{t('Pricing…')}</p>;
  const { label, odds, fair, state } = value;
  const add = () => {
    pick(row, { label, outcome: label, text: labelText(row.match, label), price: odds, state });
    onAdded();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p aria-live="polite" className="text-small text-muted figures">
        {t('Chance {chance}, our margin {margin}', {
          chance: percentText(fair),
          margin: percentText(1 - odds * fair),
        })}
      </p>
      <Button className="figures max-sm:w-full" disabled={state !== 'open'} onClick={add}>
        {state === 'open' ? `${t('Add to bet slip')} · ${priceText(odds)}` : t('Suspended for now')}
      </Button>
    </div>
  );
}
