import type { OperatedMatchDetail } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import type { MarketKey } from '@touchline/core/markets';
import { Link } from 'wouter';
import { localText } from '../../ledger/moments.ts';
import { Card } from '../../ui/card.tsx';
import { decisionText } from './decision-text.ts';
import { actorText, marketName, marketState } from './market-text.ts';

/** The results so far and the last order for each market, with actor and reason. */
export const MarketHistory = ({ match }: { readonly match: OperatedMatchDetail }) => (
  <Card aria-label={t('History')} className="grid gap-3">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-figure font-strong">{t('History')}</h2>
      <Link
        href={`/audit?subject=${encodeURIComponent(`match:${match.matchId}`)}`}
        className="inline-flex min-h-11 items-center text-pitch underline"
      >
        {t('View in audit log')}
      </Link>
    </div>
    {match.rulings.length + match.orders.length === 0 && <p className="text-muted">{t('No actions yet.')}</p>}
    <ol className="grid gap-3">
      {match.rulings.toReversed().map(({ version, decision, reason, actor, confirmedBy, decidedAt }) => (
        <Entry key={version} at={decidedAt} title={`${version}. ${decisionText(decision)}`} reason={reason}>
          {confirmedBy
            ? t('{actor}, confirmed by {other}', {
                actor: actorText(actor, match.people),
                other: actorText(confirmedBy, match.people),
              })
            : actorText(actor, match.people)}
        </Entry>
      ))}
      {match.orders.map(({ market, status, actor, reason, orderedAt }) => (
        <Entry key={market} at={orderedAt} title={marketState(titleOf(match, market), status)} reason={reason}>
          {actorText(actor, match.people)}
        </Entry>
      ))}
    </ol>
  </Card>
);

const titleOf = (match: OperatedMatchDetail, name: MarketKey): string =>
  marketName(match.markets.find(({ market }) => market === name) ?? { market: name });

type EntryProps = {
  readonly at: string;
  readonly title: string;
  readonly reason: string;
  readonly children: React.ReactNode;
};
const Entry = ({ at, title, reason, children }: EntryProps) => (
  <li className="border-t border-line pt-3">
    <p className="font-strong figures">{title}</p>
    <p className="wrap-anywhere">{reason}</p>
    <p className="text-small text-muted figures">
      <time dateTime={at}>{localText(at)}</time> · {children}
    </p>
  </li>
);
