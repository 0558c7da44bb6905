import { limitEndpoints, ownRuleRefusalView, viewLimits } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { cents, centsFromDollars, dollars } from '@touchline/core/money';
import { ok, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { excludeBettor, readLimits, readPlay, setLimit, setRealityCheck } from '@touchline/store/limits';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { countedInMemory } from '../http/limit-counter.ts';
import type { Session } from '../http/sessions.ts';
import type { Announce } from '../live/announce.ts';

type Deps = { readonly db: Db; readonly announce: Announce; readonly now: () => Instant };

export function limitsRoutes({ db, announce, now }: Deps): readonly Route[] {
  const view = async ({ walletId }: Session) => viewLimits(await readLimits(db, walletId));
  return [
    handle(limitEndpoints.read, ({ session }) => view(session)),
    handleRefusing(limitEndpoints.setLimit, ownRuleRefusalView, async ({ session, body: { kind, period, amount } }) => {
      const wanted = amount === null ? null : (centsFromDollars(amount) ?? notAnAmount);
      const changed = await setLimit(db, by(session), { kind, period, amount: wanted });
      return changed.ok ? ok(await view(session)) : changed;
    }),
    handleRefusing(limitEndpoints.exclude, ownRuleRefusalView, async ({ session, body }) => {
      const excluded = await excludeBettor(db, by(session), body);
      if (!excluded.ok) return excluded;
      announce(session.userId, { refetch: true });
      return ok(await view(session));
    }),
    handle(limitEndpoints.setRealityCheck, async ({ session, body }) => {
      await setRealityCheck(db, by(session), body.minutes);
      return view(session);
    }),
    handleRefusing(
      limitEndpoints.play,
      ownRuleRefusalView,
      async ({ session, query }) => {
        const since = instant(Date.parse(query.since));
        if (since > now() || since < now() - lookBackDays * 24 * 3_600_000)
          return refused({ code: 'since-out-of-range', days: lookBackDays });
        const { staked, net } = await readPlay(db, session.walletId, since);
        return ok({ since: new Date(since).toISOString(), staked: dollars(staked), net: dollars(net) });
      },
      { config: { rateLimit: { max: 120, timeWindow: '1 minute', groupId: countedInMemory('play') } } },
    ),
  ];
}

const lookBackDays = 30;
/** Refused like any amount below zero: an amount with part of a cent is no limit either. */
const notAnAmount = cents(-1);
const by = ({ userId, walletId }: Session) => ({ walletId, actor: `user:${userId}` });
