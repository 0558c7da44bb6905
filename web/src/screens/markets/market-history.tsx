import { type AuditedAction, auditEndpoints, type OperatedMatchDetail } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { marketKeys } from '@touchline/core/markets';
import { storedText } from '@touchline/core/payments';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { actionText } from '../../ledger/audit-texts.ts';
import { localText } from '../../ledger/moments.ts';
import { Card } from '../../ui/card.tsx';
import { hrefOf, queryOf } from '../audit/audit-filter.ts';
import { LivePagedList } from '../audit/paged-list.tsx';
import { decisionText } from './decision-text.ts';
import { actorText, marketName, marketState } from './market-text.ts';

/** The results so far, and everything that staff did about the match, each with actor and reason. */
export function MarketHistory({ match }: { readonly match: OperatedMatchDetail }) {
  const filter = { subject: `match:${match.matchId}` };
  return (
    <Card aria-label={t('History')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-figure font-strong">{t('History')}</h2>
        <Link href={hrefOf(filter)} className="inline-flex min-h-11 items-center text-pitch underline">
          {t('View in audit log')}
        </Link>
      </div>
      {match.rulings.length > 0 && (
        <ol aria-label={t('Results')} className="grid gap-3">
          {match.rulings.toReversed().map(({ version, decision, reason, actor, confirmedBy, decidedAt }) => (
            <Entry
              key={version}
              at={decidedAt}
              title={`${version}. ${decisionText(decision)}`}
              reason={storedText(reason)}
            >
              {confirmedBy
                ? t('{actor}, confirmed by {other}', {
                    actor: actorText(actor, match.people),
                    other: actorText(confirmedBy, match.people),
                  })
                : actorText(actor, match.people)}
            </Entry>
          ))}
        </ol>
      )}
      <LivePagedList
        label={t('Actions')}
        fetchPage={async (before) => {
          const answer = await call(auditEndpoints.actions, { query: queryOf(filter, before) });
          return answer.ok ? { ok: true, value: { rows: answer.value.actions, next: answer.value.next } } : answer;
        }}
        empty={match.rulings.length === 0 && <p className="text-muted">{t('No actions yet.')}</p>}
      >
        {(done) => (
          <Entry key={done.id} at={done.at} title={titleOf(match, done)} reason={done.reason}>
            {done.actor.name}
          </Entry>
        )}
      </LivePagedList>
    </Card>
  );
}

/** Names the market of an order: "Match winner: suspended". */
function titleOf(match: OperatedMatchDetail, { action, after }: AuditedAction): string {
  const { market, status } = orderIn(after);
  if (market === undefined || status === undefined) return actionText(action);
  const key = marketKeys.find((known) => known === market);
  const known = match.markets.find((one) => one.market === key) ?? (key && { market: key });
  return marketState(known ? marketName(known) : t('All markets'), status);
}

type Order = { readonly market?: string; readonly status?: 'open' | 'suspended' };

/** Returns the order in the state after an action, if it was one. */
function orderIn(after: unknown): Order {
  if (typeof after !== 'object' || after === null || !('market' in after) || !('status' in after)) return {};
  const { market, status } = after;
  return typeof market === 'string' && (status === 'open' || status === 'suspended') ? { market, status } : {};
}

type EntryProps = {
  readonly at: string;
  readonly title: string;
  readonly reason: string | null;
  readonly children: React.ReactNode;
};
const Entry = ({ at, title, reason, children }: EntryProps) => (
  <li className="border-t border-line pt-3">
    <p className="font-strong figures">{title}</p>
    {reason && <p className="wrap-anywhere">{reason}</p>}
    <p className="text-small text-muted figures">
      <time dateTime={at}>{localText(at)}</time> · {children}
    </p>
  </li>
);
