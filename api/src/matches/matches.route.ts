import { hash } from 'node:crypto';
import {
  type BuilderRefusal,
  type ConfigView,
  type LogoOf,
  type MatchHistory,
  type MatchRow,
  matchEndpoints,
  type RefusalView,
  type Tick,
} from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant, seconds } from '@touchline/core/instant';
import { msg, t } from '@touchline/core/language';
import { labelText } from '@touchline/core/markets';
import { byLiveThenKickoff, leagues } from '@touchline/core/matches';
import { ok, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { readClosures, readHistory } from '@touchline/store/matches';
import { listRulings } from '@touchline/store/settlement';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { countedInMemory } from '../http/limit-counter.ts';
import type { Replica } from '../live/replica.ts';
import { cachedByMatch } from './cached-by-match.ts';
import type { PriceBuilder, PriceSelections, ReadMarkets } from './read-markets.ts';
import { viewHistory } from './view-history.ts';

export type MatchesDeps = {
  readonly db: Db;
  readonly replica: Replica;
  readonly tickSince: (n: number) => Tick;
  readonly logoOf?: LogoOf;
  readonly readMarkets: ReadMarkets;
  readonly priceBuilder: PriceBuilder;
  readonly priceSelections: PriceSelections;
  readonly now: () => Instant;
};

export function matchRoutes(deps: MatchesDeps, config: ConfigView): readonly Route[] {
  const { replica, tickSince } = deps;
  const currentList = cachedList(deps);
  const frames = new WeakMap<Tick, string>();
  const textOf = (frame: Tick): string => {
    const text = frames.get(frame) ?? JSON.stringify(frame);
    frames.set(frame, text);
    return text;
  };
  const historyOf = cachedByMatch(deps, (id) => readMatchHistory(deps.db, id, deps.logoOf));
  return [
    handleRefusing(
      matchEndpoints.list,
      refusalText,
      async ({ query: { since }, request, reply }) => {
        // A node that is behind must not replace a newer list with its old one.
        const isBehind = since !== undefined && since > replica.n() && !(await replica.catchUp());
        if (isBehind || !replica.isLoaded()) return refused({ code: 'matches-not-ready' });
        if (since !== undefined) {
          const frame = tickSince(since);
          reply.serializer(() => textOf(frame));
          return ok({ ...frame, d: [...frame.d] });
        }
        const { rows, text, etag } = currentList();
        reply.header('etag', etag).header('cache-control', 'no-cache');
        if (request.headers['if-none-match'] === etag) await reply.code(304).send(null);
        else reply.serializer(() => text);
        return ok(rows);
      }, // A cached text is cheaper than a count in the database: each process counts for itself.
      { config: { rateLimit: { max: 1_200, timeWindow: '1 minute', groupId: countedInMemory('events') } } },
    ),
    handle(matchEndpoints.leagues, () => [...leagues]),
    handleRefusing(
      matchEndpoints.history,
      refusalText,
      async ({ params }) => {
        const history = await historyOf(params.matchId);
        return history ? ok(history) : refused({ code: 'match-unknown' });
      }, // Each answer reads every price of the match.
      { config: { rateLimit: { max: 120, timeWindow: '1 minute', groupId: 'history' } } },
    ),
    handleRefusing(
      matchEndpoints.markets,
      refusalText,
      async ({ params }) => {
        const markets = await deps.readMarkets(params.matchId);
        return markets ? ok(markets) : refused({ code: 'match-unknown' });
      },
      { config: { rateLimit: { max: 240, timeWindow: '1 minute', groupId: 'markets-of-match' } } },
    ),
    handleRefusing(
      matchEndpoints.builder,
      builderRefusalView,
      ({ params, body }) => deps.priceBuilder(params.matchId, body.selections),
      { config: { rateLimit: { max: 240, timeWindow: '1 minute', groupId: 'builder' } } },
    ),
    handle(
      matchEndpoints.prices,
      ({ body }) => deps.priceSelections(body.selections),
      // An open slip with such selections asks at most once a second. Twenty combinations take some 20 ms to price.
      { config: { rateLimit: { max: 240, timeWindow: '1 minute', groupId: countedInMemory('selection-prices') } } },
    ),
    handle(matchEndpoints.config, () => config),
  ];
}

const sentences = {
  'matches-not-ready': msg('The matches are being loaded. Please try again.'),
  'match-unknown': msg('Match not found.'),
} as const;
const refusalText = ({ code }: { readonly code: keyof typeof sentences }): RefusalView => ({
  code,
  error: t(sentences[code]),
});

function builderRefusalView(refusal: BuilderRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'match-unknown':
      return refusalText({ code });
    case 'builder-unavailable':
      return { code, error: t('These selections have no price together now.') };
    case 'builder-size':
      return {
        code,
        error: t('A bet builder has {least} to {most} selections.', { least: refusal.least, most: refusal.most }),
      };
    case 'selection-unknown':
      return {
        code,
        error: t('{label} is not a selection of this match.', { label: labelText(refusal.teams, refusal.label) }),
      };
    case 'builder-halves':
      return {
        code,
        error: t('{label} needs the half-time score, so it cannot be part of a bet builder.', {
          label: labelText(refusal.teams, refusal.label),
        }),
      };
    case 'builder-refunds':
      return {
        code,
        error: t('{label} can be refunded, so it cannot be part of a bet builder.', {
          label: labelText(refusal.teams, refusal.label),
        }),
      };
    case 'builder-impossible':
      return {
        code,
        error: t('{label} cannot win together with the others.', {
          label: labelText(refusal.teams, refusal.label),
        }),
      };
    case 'builder-redundant':
      return {
        code,
        error: t('{label} wins whenever the others do. Leave it out for better odds.', {
          label: labelText(refusal.teams, refusal.label),
        }),
      };
  }
}

/** Live matches come first, so the order changes with time as well as with the list. */
const cachedMs = seconds(1);

type CachedList = {
  readonly n: number;
  readonly at: Instant;
  readonly rows: MatchRow[];
  readonly text: string;
  readonly etag: string;
};

function cachedList({ replica, now }: Pick<MatchesDeps, 'replica' | 'now'>): () => CachedList {
  let list: CachedList | undefined;
  return () => {
    const [n, at] = [replica.n(), now()];
    if (list?.n === n && at - list.at < cachedMs) return list;
    const rows = rowsInOrder(replica.rows(), at);
    const text = JSON.stringify(rows);
    list = { n, at, rows, text, etag: `"${hash('sha256', text, 'base64url')}"` };
    return list;
  };
}

/** Live matches, then those to come by kick-off, then those that are over. */
export function rowsInOrder(rows: readonly MatchRow[], now: Instant): MatchRow[] {
  const compare = byLiveThenKickoff(now);
  return rows
    .map((row) => ({
      row,
      isOver: row.status !== 'open',
      status: row.status,
      homeTeam: row.match.homeTeam,
      kickoffAt: instant(Date.parse(row.match.commenceTime)),
    }))
    .sort((a, b) => Number(a.isOver) - Number(b.isOver) || compare(a, b))
    .map(({ row }) => row);
}

async function readMatchHistory(db: Db, id: MatchId, logoOf: LogoOf | undefined): Promise<MatchHistory | undefined> {
  const [history, rulings] = await Promise.all([readHistory(db, id), listRulings(db, id)]);
  // Closures are read last: a screen would ignore a later answer with the same version and a lock.
  return history && viewHistory({ ...history, rulings }, await readClosures(db), logoOf);
}
