import { inLanguage } from '@touchline/core/catalogues';
import { utcText, utcTextOrNull, type WorkView, workEndpoints } from '@touchline/core/contract';
import { type Cents, dollars } from '@touchline/core/money';
import { type OpenWork, readOpenWork, type Waiting } from '@touchline/store/metrics';
import { listWitnesses, openStop } from '@touchline/store/transparency';
import type { Dependencies } from '../health/health.route.ts';
import { handle, type Route } from '../http/handle.ts';
import { languageOf } from '../http/request-language.ts';
import type { Services } from '../services.ts';
import { feedHealth } from './feed-health.ts';

type Deps = Pick<Services, 'db' | 'pool' | 'now'> & {
  readonly dependencies: Pick<Dependencies, 'feed' | 'leader' | 'payments'>;
};
const mostLiabilities = 5;

/** Where an admin begins: what waits, the largest liabilities, and the health of the feeds. */
export const workRoutes = ({ db, pool, dependencies, now }: Deps): readonly Route[] => [
  handle(workEndpoints.read, async ({ request }) => {
    const language = languageOf(request);
    const [work, odds, payments, worker, signingStop, witnesses] = await Promise.all([
      readOpenWork(db, mostLiabilities),
      dependencies.feed(language),
      dependencies.payments(language),
      dependencies.leader(language),
      openStop(db),
      listWitnesses(pool),
    ]);
    const facts = { odds, payments, worker, signingStop, witnesses };
    return viewWork(
      work,
      inLanguage(language, () => feedHealth(work, facts, now())),
    );
  }),
];

const viewWork = (work: OpenWork, feeds: WorkView['feeds']): WorkView => ({
  withdrawals: viewMoney(work.withdrawals),
  failedReturns: viewMoney(work.failedReturns),
  deposits: viewMoney(work.deposits),
  adjustments: viewWaiting(work.adjustments),
  unposted: viewWaiting(work.unposted),
  matches: viewWaiting(work.matches),
  cases: {
    verification: viewWaiting(work.cases.verification),
    reconciliation: viewWaiting(work.cases.reconciliation),
    investigation: viewWaiting(work.cases.investigation),
  },
  ...(work.closedBalances.length > 0 && {
    closedBalances: work.closedBalances.map(({ userId, cash, closedAt }) => ({
      userId,
      balance: dollars(cash),
      closedAt: utcText(closedAt),
    })),
  }),
  liabilities: work.liabilities.map(({ matchId, leagueKey, homeTeam, awayTeam, kickoffAt, score, loss }) => ({
    ...{ matchId, leagueKey, homeTeam, awayTeam, score },
    commenceTime: utcText(kickoffAt),
    loss: dollars(loss),
  })),
  feeds,
});

const viewWaiting = ({ count, oldest }: Waiting) => ({ count, oldest: utcTextOrNull(oldest) });
const viewMoney = ({ amount, ...waiting }: Waiting & { readonly amount: Cents }) => ({
  ...viewWaiting(waiting),
  amount: dollars(amount),
});
