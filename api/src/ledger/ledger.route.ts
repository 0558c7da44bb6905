import { type eventTotalQuery, type LedgerTime, ledgerEndpoints, ledgerRefusalView } from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import { cents, centsFromDollars, dollars } from '@touchline/core/money';
import { ok, refused } from '@touchline/core/result';
import type { Store } from '@touchline/store/connect';
import {
  compareMoments,
  deleteFilter,
  type EventFilter,
  findPlayers,
  findUnusedNumbers,
  isOfAllEvents,
  listEvents,
  listFilters,
  listVerifications,
  readNames,
  readPlayer,
  readVerification,
  requestVerification,
  saveFilter,
  totalEvents,
  trialBalance,
  walletTimeline,
} from '@touchline/store/ledger';
import type { Reads } from '@touchline/store/standby-reads';
import { listCheckpoints } from '@touchline/store/transparency';
import { z } from 'zod';
import { handleExport, onePage } from '../http/export-list.ts';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { countedInMemory } from '../http/limit-counter.ts';
import type { Session } from '../http/sessions.ts';
import { recordStaffAccess } from './staff-access.ts';
import { utcMicros } from './utc-micros.ts';

type Deps = {
  readonly store: Pick<Store, 'db' | 'pool'>;
  readonly reads: Reads;
  /** Queues the job; the same id twice is one job. Throws when it cannot be queued. */
  readonly verify: (verificationId: string) => Promise<void>;
  /** PEM. */
  readonly publicKey: string | undefined;
};

const verificationsShown = 20;
/** Several years of daily verifications. */
const verificationsExported = 5_000;
/** A page of a filter that few events match reads up to 5,000 events; balances at a moment sum all events of the wallet. */
const config = { rateLimit: { max: 300, timeWindow: '1 minute', groupId: countedInMemory('wallet') } };
/** A total reads up to 120,000 events. */
const totalConfig = { rateLimit: { max: 60, timeWindow: '1 minute', groupId: countedInMemory('event total') } };

export const ledgerRoutes = (deps: Deps): readonly Route[] => [
  ...eventRoutes(deps),
  ...walletRoutes(deps),
  ...trialBalanceRoutes(deps),
  ...verificationRoutes(deps),
  publicKeyRoute(deps),
];

/** The events, and the filters that an auditor saved for them. */
function eventRoutes({ store, reads }: Deps): readonly Route[] {
  const { db } = store;
  return [
    handleRefusing(
      ledgerEndpoints.events,
      ledgerRefusalView,
      async ({ query, session, request }) => {
        const { before, after, limit } = query;
        const filter = eventFilterOf(query, session);
        if (!filter) return refused({ code: 'request-invalid' });
        await recordStaffAccess(db, request, 'events', filter.walletId ?? null);
        // Reading forward ends before events that are not committed yet, which only the primary knows.
        const server = after === undefined ? await reads.server() : store;
        const page = await listEvents(server.db, filter, { before, after, limit });
        if (!isOfAllEvents(filter)) return ok(page);
        const unused = await findUnusedNumbers(
          server,
          page.events.map(({ seq }) => seq),
        );
        return ok({ ...page, events: page.events.map((event) => ({ ...event, unusedBefore: unused.get(event.seq) })) });
      },
      { config },
    ),
    handleRefusing(
      ledgerEndpoints.eventTotal,
      ledgerRefusalView,
      async ({ query, session, request }) => {
        const filter = eventFilterOf(query, session);
        if (!filter) return refused({ code: 'request-invalid' });
        await recordStaffAccess(db, request, 'events', filter.walletId ?? null);
        return ok(await totalEvents((await reads.server()).db, filter));
      },
      { config: totalConfig },
    ),
    handle(ledgerEndpoints.savedFilters, ({ session }) => listFilters(db, session.userId)),
    handleRefusing(ledgerEndpoints.saveFilter, ledgerRefusalView, ({ body, session }) =>
      saveFilter(db, session.userId, body),
    ),
    handle(ledgerEndpoints.deleteFilter, ({ params, session }) => deleteFilter(db, session.userId, params.id)),
  ];
}

/** Who the players are, and what their wallets held when. */
function walletRoutes({ store: { db }, reads }: Deps): readonly Route[] {
  return [
    handle(ledgerEndpoints.names, async ({ query, request }) => {
      const names = await readNames(db, query.ids.split(','));
      await recordStaffAccess(db, request, 'name', ...names.map(({ walletId }) => walletId));
      return names.map(({ id, name }) => ({ id, name }));
    }),
    handle(ledgerEndpoints.findPlayers, async ({ query, request }) => {
      await recordStaffAccess(db, request, 'players', null);
      return findPlayers((await reads.server()).db, query.search);
    }),
    handleRefusing(
      ledgerEndpoints.timeline,
      ledgerRefusalView,
      async ({ params: { id }, query: { at, time, before, limit }, session, request }) => {
        if (!mayRead(session, id)) return refused({ code: 'wallet-unknown' });
        await recordStaffAccess(db, request, 'wallet', id);
        const moment = at === undefined ? undefined : { at: utcMicros(at), time };
        const server = await reads.server();
        const timeline = await walletTimeline(server.db, id, { before, limit }, moment);
        return timeline ? ok(timeline) : refused({ code: 'wallet-unknown' });
      },
      { config },
    ),
    handleRefusing(
      ledgerEndpoints.comparison,
      ledgerRefusalView,
      async ({ params: { id }, query, request }) => {
        const [from, to] = [utcMicros(query.from), utcMicros(query.to)];
        if (to < from) return refused({ code: 'period-invalid' });
        if (!(await readPlayer(db, id))) return refused({ code: 'wallet-unknown' });
        await recordStaffAccess(db, request, 'wallet', id);
        return ok(await compareMoments((await reads.server()).db, id, { from, to, time: query.time }));
      },
      { config },
    ),
  ];
}

/** The balances of all accounts, now or at a moment. */
function trialBalanceRoutes({ store: { db }, reads }: Deps): readonly Route[] {
  const readBalances = async (at: string | undefined, time: LedgerTime) =>
    trialBalance((await reads.server()).db, at === undefined ? undefined : { at: utcMicros(at), time });
  const readAccounts = async (moment: string | undefined, time: LedgerTime) => {
    const at = moment && utcMicros(moment);
    return (await readBalances(moment, time)).accounts.map((account) => ({ at, time, ...account }));
  };
  return [
    handle(ledgerEndpoints.trialBalance, async ({ query: { at, time } }) => {
      const { accounts, sum } = await readBalances(at, time);
      return {
        at: at ? utcMicros(at) : null,
        time,
        accounts: accounts.map((account) => ({ ...account, balance: dollars(account.balance) })),
        sum: dollars(sum),
      };
    }),
    handleExport(db, ledgerEndpoints.exportTrialBalance, {
      name: 'trial-balance',
      read: ({ query: { at, time } }) => onePage(() => readAccounts(at, time)),
      columns: {
        at: ({ at }) => at,
        time: ({ time }) => time,
        account: ({ account }) => account,
        entries: ({ entries }) => entries,
        balance: ({ balance }) => dollars(balance),
      },
    }),
  ];
}

/** The verifications of the whole ledger. */
function verificationRoutes({ store: { db, pool }, verify }: Deps): readonly Route[] {
  return [
    handle(ledgerEndpoints.verifications, async () => {
      const [runs, [newest]] = await Promise.all([
        listVerifications(db, verificationsShown),
        listCheckpoints(pool, { limit: 1 }),
      ]);
      if (!newest) return { runs, checkpoint: null };
      const { size, note, signedAt, cosignatures } = newest;
      // The third line of a checkpoint is its root.
      const root = note.split('\n')[2] ?? '';
      return {
        runs,
        checkpoint: {
          size,
          signedAt,
          root,
          cosignedBy: cosignatures.map(({ witness }) => witness.split('+')[0] ?? witness),
        },
      };
    }),
    handleRefusing(ledgerEndpoints.verification, ledgerRefusalView, async ({ params }) => {
      const run = await readVerification(db, params.id);
      return run ? ok(run) : refused({ code: 'verification-unknown' });
    }),
    handle(ledgerEndpoints.verify, async ({ session }) => {
      const run = await requestVerification(db, session.userId);
      // A waiting run is queued again too: its job may have been lost, and queueing it twice has no effect.
      if (run.state === 'waiting') await verify(run.id);
      return run;
    }),
    handleExport(db, ledgerEndpoints.exportVerifications, {
      name: 'verifications',
      read: () => onePage(() => listVerifications(db, verificationsExported)),
      columns: {
        id: ({ id }) => id,
        state: ({ state }) => state,
        requested_at: ({ requestedAt }) => requestedAt,
        started_at: ({ startedAt }) => startedAt,
        finished_at: ({ finishedAt }) => finishedAt,
        events: ({ eventsDone }) => eventsDone,
        wallets: ({ wallets }) => wallets,
        entries: ({ entries }) => entries,
        checkpoints: ({ checkpoints }) => checkpoints,
        uncovered: ({ uncovered }) => uncovered,
        found: ({ found }) => found,
        findings: ({ findings }) => findings,
        problem: ({ problem }) => problem,
      },
    }),
  ];
}

const publicKeyRoute = ({ publicKey }: Deps): Route =>
  handleRefusing(ledgerEndpoints.publicKey, ledgerRefusalView, async ({ reply }) => {
    if (publicKey === undefined) return refused({ code: 'public-key-unknown' });
    const file = reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="touchline-operator.pem"');
    return ok(file.send(publicKey));
  });

type FilterQuery = z.infer<typeof eventTotalQuery>;

/** The filter that a request asks for, within what the caller may see; `undefined` if its wallet is not an id. */
export function eventFilterOf(query: FilterQuery, session: Session): EventFilter | undefined {
  const { wallet, type, account, league, market, cause, time, minAmount, maxAmount, from, to } = query;
  const requested = z.uuid().optional().safeParse(wallet?.toLowerCase());
  if (session.role === 'auditor' && !requested.success) return undefined;
  return {
    ...{ type, account, league, market, cause, time },
    walletId: session.role === 'auditor' ? (requested.data as WalletId | undefined) : session.walletId,
    from: from && utcMicros(from),
    to: to && utcMicros(to),
    minAmount: minAmount === undefined ? undefined : centsFrom(minAmount, Math.ceil),
    maxAmount: maxAmount === undefined ? undefined : centsFrom(maxAmount, Math.floor),
  };
}

/** Auditors read every wallet, bettors their own. */
export const mayRead = (session: Session, walletId: WalletId): boolean =>
  session.role === 'auditor' || session.walletId === walletId;

/** An amount to compare with. A fraction of a cent is rounded to the side that changes no result. */
const centsFrom = (amount: number, round: (amount: number) => number) =>
  centsFromDollars(amount) ??
  cents(Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, round(amount * 100))));
