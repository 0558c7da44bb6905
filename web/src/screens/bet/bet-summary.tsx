import { betText } from '@touchline/core/betting';
import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { AcceptanceNote } from '../../bets/acceptance-note.tsx';
import { BetResult } from '../../bets/bet-result.tsx';
import { dateText, shortId, statusOf } from '../../bets/bet-texts.ts';
import { Figure } from '../../bets/figure.tsx';
import { rich } from '../../language/rich.tsx';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { usePriceText } from '../../ui/price-text.ts';

/** The bet's figures, the result largest. */
export function BetSummary({ bet }: { readonly bet: BetView }) {
  const priceText = usePriceText();
  const status = statusOf(bet);
  const decided = bet.matches.filter((leg) => leg.status !== 'pending').length;
  return (
    <Card className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid gap-1">
          <h1 className="flex flex-wrap items-center gap-2 text-figure font-strong">
            <span className="wrap-anywhere">{betText(bet)}</span>
            <Badge tone={status.tone}>{status.text}</Badge>
            {bet.matches.length > 1 && <Badge>{bet.system ? t('System') : t('Parlay')}</Badge>}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 text-small text-muted figures">
            <span className="inline-flex items-center gap-1 whitespace-nowrap" title={bet._id}>
              {t('Bet {id}', { id: shortId(bet._id) })}
              <CopyButton value={bet._id} what={t('the bet id')} />
            </span>
            <span className="whitespace-nowrap">
              {rich('placed <time>{date}</time>', {
                date: dateText(bet.createdAt),
                time: (text) => <time dateTime={bet.createdAt}>{text}</time>,
              })}
            </span>
            {bet.settledAt && (
              <span className="whitespace-nowrap">
                {rich('settled <time>{date}</time>', {
                  date: dateText(bet.settledAt),
                  time: (text) => <time dateTime={bet.settledAt ?? ''}>{text}</time>,
                })}
              </span>
            )}
          </p>
        </div>
        <BetResult bet={bet} />
      </header>
      <AcceptanceNote bet={bet} />
      <dl className="grid grid-cols-3 gap-3 border-t border-line pt-3">
        <Figure name={t('Stake')} value={dollarsText(bet.stake)} />
        {bet.system ? (
          <Figure name={t('Lines')} value={`${bet.system.lines} × ${dollarsText(bet.system.unitStake)}`} />
        ) : (
          <Figure name={t('Total Odds')} value={priceText(bet.totalOdds)} />
        )}
        <Figure name={t('Decided')} value={t('{part} of {all}', { part: decided, all: bet.matches.length })} />
      </dl>
    </Card>
  );
}
