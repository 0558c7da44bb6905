import { z } from 'zod';
import { until } from './until.ts';

export type Prices = { readonly home: number; readonly draw: number; readonly away: number };
type Totals = { readonly point: number; readonly over: number; readonly under: number };
export type Fixture = {
  readonly id: string;
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: string;
};
type SandboxMatch = Fixture & { readonly phase: 'upcoming' | 'live' | 'finished' };
type Mail = { readonly subject: string; readonly text: string; readonly links: readonly string[] };
export type Outage =
  | 'none'
  | 'http-500'
  | 'timeout'
  | 'stalls-midway'
  | 'quota'
  | 'invalid-key'
  | 'deactivated-key'
  | 'too-many'
  | 'truncated'
  | 'wrong-types'
  | 'huge';

/** Controls the outside world: matches of the sandbox, outages of its feed, and its inbox. */
export type Sandbox = {
  /** A match that runs only by hand, in a league whose prices are asked for at every tick when none is named. */
  readonly create: (teams: readonly [string, string], options?: FixtureOptions) => Promise<Fixture>;
  readonly goal: (fixture: Fixture, side: 'home' | 'away') => Promise<void>;
  readonly kickOff: (fixture: Fixture) => Promise<void>;
  readonly finish: (fixture: Fixture, home: number, away: number) => Promise<void>;
  readonly setPrices: (fixture: Fixture, prices: Prices, totals?: Totals) => Promise<void>;
  readonly setMarket: (fixture: Fixture, market: 'open' | 'suspended') => Promise<void>;
  /** Suspends a market whose old price and time stay in the feed. */
  readonly suspendLingering: (fixture: Fixture) => Promise<void>;
  readonly withdrawGoal: (fixture: Fixture, side: 'home' | 'away') => Promise<void>;
  readonly redCard: (fixture: Fixture, side: 'home' | 'away') => Promise<void>;
  readonly moveKickOff: (fixture: Fixture, kickoffAt: number) => Promise<void>;
  /** Off the list at once; back after so many seconds at the new time. Gives the id it then has. */
  readonly postpone: (fixture: Fixture, to: Postponement) => Promise<string>;
  readonly abandon: (fixture: Fixture) => Promise<void>;
  readonly cancel: (fixture: Fixture) => Promise<void>;
  readonly switchVenue: (fixture: Fixture) => Promise<void>;
  /** Another final score of a match that is over. */
  readonly correct: (fixture: Fixture, home: number, away: number) => Promise<void>;
  /** Without seconds the feed is broken until the next call. */
  readonly setOutage: (kind: Outage, lasting?: OutageOptions) => Promise<void>;
  /** Leaves so many credits until the 1st of the month. */
  readonly leaveCredits: (remaining: number) => Promise<void>;
  readonly emailTo: (address: string) => Promise<Mail>;
};
type Postponement = {
  readonly kickoffAt: number | null;
  readonly hiddenSeconds?: number;
  readonly id?: 'keep' | 'new';
};
type OutageOptions = { readonly seconds?: number; readonly only?: 'all' | 'events' | 'odds' | 'scores' };
type FixtureOptions = { readonly prices?: Prices; readonly kickoffInMs?: number; readonly sportKey?: string };

const usualPrices: Prices = { home: 2.1, draw: 3.4, away: 3.6 };
const halfAnHourMs = 30 * 60_000;

export function sandboxAt(sandboxUrl: string): Sandbox {
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${sandboxUrl}${path}`, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const change = async (fixture: Fixture, what: string, body: object): Promise<void> => {
    await call(`/desk/api/matches/${fixture.id}/${what}`, body);
  };
  return {
    create: async ([homeTeam, awayTeam], { prices = usualPrices, kickoffInMs = halfAnHourMs, ...options } = {}) => {
      const sportKey = options.sportKey ?? (await busyLeague(call));
      const kickoffAt = Date.now() + kickoffInMs;
      const { match } = (await call('/desk/api/fixtures', { sportKey, homeTeam, awayTeam, kickoffAt, prices })) as {
        match: Fixture;
      };
      return match;
    },
    goal: (fixture, side) => change(fixture, 'goal', { side }),
    kickOff: (fixture) => change(fixture, 'kickoff', { kickoffAt: Date.now() }),
    finish: (fixture, home, away) => change(fixture, 'finish', { home, away }),
    setPrices: (fixture, prices, totals) => change(fixture, 'prices', { prices, totals }),
    setMarket: (fixture, market) => change(fixture, 'market', { market }),
    suspendLingering: (fixture) => change(fixture, 'market', { market: 'suspended', feed: 'lingers' }),
    withdrawGoal: (fixture, side) => change(fixture, 'withdraw-goal', { side }),
    redCard: (fixture, side) => change(fixture, 'red-card', { side }),
    moveKickOff: (fixture, kickoffAt) => change(fixture, 'kickoff', { kickoffAt }),
    postpone: async (fixture, to) => {
      const answer = (await call(`/desk/api/matches/${fixture.id}/postpone`, to)) as { readonly becomes?: string };
      return answer.becomes ?? fixture.id;
    },
    abandon: (fixture) => change(fixture, 'abandon', {}),
    cancel: (fixture) => change(fixture, 'cancel', {}),
    switchVenue: (fixture) => change(fixture, 'switch-venue', {}),
    correct: (fixture, home, away) => change(fixture, 'correct', { home, away }),
    setOutage: async (kind, lasting = {}) => {
      await call('/desk/api/outage', { kind, ...lasting });
    },
    leaveCredits: async (remaining) => {
      await call('/desk/api/credits', { remaining });
    },
    emailTo: (address) =>
      until(`an email to ${address}`, async () => {
        const { messages } = (await call(`/inbox/api/messages?to=${encodeURIComponent(address)}`)) as {
          messages: readonly Mail[];
        };
        return messages[0];
      }),
  };
}

/** Leagues with a match in play are asked for at every tick, all others seldom. */
async function busyLeague(call: (path: string) => Promise<unknown>): Promise<string> {
  const { matches } = (await call('/desk/api/matches')) as { matches: readonly SandboxMatch[] };
  const live = matches.find((match) => match.phase === 'live');
  return (live ?? matches[0])?.sportKey ?? 'soccer_epl';
}

const authenticators = new Map<string, string>();

/** Remembers which sandbox has the authenticator of a product's demo admin and auditor. */
export const rememberAuthenticator = (url: string, sandboxUrl: string): void => {
  authenticators.set(url, sandboxUrl);
};

const answer = z.object({ codes: z.array(z.object({ account: z.string(), code: z.string() })) });

/** The code that a demo account of staff logs in with now. @throws when its product was not opened by `openProduct` */
export async function staffCode(url: string, email: string): Promise<string> {
  const { codes } = answer.parse(await (await fetch(`${authenticators.get(url)}/authenticator/api/codes`)).json());
  const found = codes.find(({ account }) => account === email);
  if (!found) throw new Error(`the authenticator has no code for ${email}`);
  return found.code;
}

/** Pays at the provider's page; a page that leads back has taken the money. */
export async function payAtCheckout(checkoutUrl: string): Promise<boolean> {
  const answer = await fetch(checkoutUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'paid' }),
    redirect: 'manual',
  }).catch(() => undefined);
  return answer?.status === 303;
}
