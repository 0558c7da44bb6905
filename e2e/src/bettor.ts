import {
  type BetView,
  betEndpoints,
  cashOutAnswer,
  type LoginAnswer,
  loginAnswer,
  type MatchRow,
  matchRow,
  type PlaceBetRequest,
  type PlaceTicketsRequest,
  type ProfileView,
  placeBetAnswer,
  placeTicketsAnswer,
  profileView,
  registerAnswer,
} from '@touchline/core/contract';
import { z } from 'zod';
import { staffCode } from './sandbox.ts';
import { until } from './until.ts';

export type Credentials = {
  readonly email: string;
  readonly password: string;
  /** A code to log in with at once; the demo admin's and auditor's are fetched when they are asked for. */
  readonly totp?: string | undefined;
};
export const demoBettor: Credentials = { email: 'bettor@touchline.test', password: 'Touchline1!' };

/** A bettor who uses the API as the screens do. */
export type Bettor = {
  readonly session: LoginAnswer;
  readonly profile: () => Promise<ProfileView>;
  /** The same key is the same bet. @throws with the refusal's sentence */
  readonly place: (bet: PlaceBetRequest, key: string) => Promise<BetView>;
  readonly placeTickets: (tickets: PlaceTicketsRequest, key: string) => Promise<readonly BetView[]>;
  /** Cashes out a part of a bet at whatever it is worth. */
  readonly cashOut: (betId: string, stakeDollars: number, key: string) => Promise<BetView>;
  /** Has a bet cashed out automatically once it is worth so many dollars. */
  readonly cashOutFrom: (betId: string, dollars: number) => Promise<void>;
  /** All of them, the newest first. */
  readonly history: () => Promise<readonly BetView[]>;
};

export async function registerBettor(url: string, person: { name: string; email: string; password: string }) {
  return registerAnswer.parse(await call(`${url}/auth/register`, { body: person }));
}

export async function logIn(url: string, credentials: Credentials): Promise<Bettor> {
  const enter = () => enterOnce(url, credentials);
  const session = await enter();
  let { accessToken: token } = session;
  // Tests may last longer than an access token, and have no browser that keeps the refresh cookie.
  const asUser = async (path: string, asked: Omit<Call, 'token'> = {}): Promise<unknown> => {
    try {
      return await call(`${url}${path}`, { ...asked, token });
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('session-expired'))) throw error;
      token = (await enter()).accessToken;
      return call(`${url}${path}`, { ...asked, token });
    }
  };
  const page = async (before: string | undefined): Promise<readonly BetView[]> => {
    const query = before === undefined ? '' : `&before=${before}`;
    return betEndpoints.history.answer.parse(await asUser(`/bet/history?limit=500${query}`));
  };
  return {
    session,
    profile: async () => profileView.parse(await asUser('/auth/me')),
    place: async (bet, key) => placeBetAnswer.parse(await asUser('/bet', { body: bet, key })).bet,
    placeTickets: async (tickets, key) =>
      placeTicketsAnswer.parse(await asUser('/bets', { body: tickets, key })).tickets.map(({ bet }) => bet),
    cashOut: async (betId, stake, key) =>
      cashOutAnswer.parse(await asUser(`/bet/${betId}/cash-out`, { body: { amount: 0, stake }, key })).bet,
    cashOutFrom: async (betId, target) => {
      await asUser(`/bet/${betId}/cash-out/rule`, { method: 'PUT', body: { target } });
    },
    history: async () => {
      const bets: BetView[] = [];
      for (let more = await page(undefined); more.length > 0; more = await page(bets.at(-1)?._id)) bets.push(...more);
      return bets;
    },
  };
}

/**
 * Logs in; as a demo admin or auditor with the code of the authenticator. A code works once in 30 seconds, so everyone in one test
 * file who is the same admin shares a session until it expires.
 */
async function enterOnce(url: string, credentials: Credentials): Promise<LoginAnswer> {
  const name = `${url} ${credentials.email}`;
  const shared = await staffSessions.get(name);
  if (shared && shared.until > Date.now()) return shared.session;
  const entering = enterNow(url, credentials);
  staffSessions.set(name, entering);
  try {
    const { session, until: end } = await entering;
    if (end === 0) staffSessions.delete(name);
    return session;
  } catch (error) {
    // A login that failed is no session to share: the next one asks again.
    staffSessions.delete(name);
    throw error;
  }
}

/** The next login of this account opens a session of its own, as the shared one was ended. */
export const forgetSession = (url: string, { email }: Credentials): void =>
  void staffSessions.delete(`${url} ${email}`);

type Entered = { readonly session: LoginAnswer; readonly until: number };
const staffSessions = new Map<string, Promise<Entered>>();

async function enterNow(url: string, credentials: Credentials): Promise<Entered> {
  const enter = async (totp = credentials.totp) =>
    loginAnswer.parse(await call(`${url}/auth/login`, { body: { ...credentials, totp } }));
  try {
    return { session: await enter(), until: 0 };
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('totp-required'))) throw error;
    const session = await enter(await staffCode(url, credentials.email));
    return { session, until: Date.now() + 10 * 60_000 };
  }
}

/** Places a bet, and again while its prices are not confirmed. */
export const placeWhenConfirmed = (bettor: Bettor, bet: PlaceBetRequest, key: string): Promise<BetView> =>
  whenConfirmed(() => bettor.place(bet, key));

/** Bets, and again while prices are not confirmed: after a goal, or when the worker's polls are late on a busy machine. */
export function whenConfirmed(place: () => Promise<BetView>): Promise<BetView> {
  return until('a bet on confirmed prices', () =>
    place().catch((error: unknown) => {
      if (error instanceof Error && /"(odds-stale|score-changed|market-suspended)"/.test(error.message))
        return undefined;
      throw error;
    }),
  );
}

/** What is on offer now. */
export async function matchesOf(url: string): Promise<readonly MatchRow[]> {
  return z.array(matchRow).parse(await call(`${url}/events`, {}));
}

/** Resolves with the match of a home team once its prices are on offer. */
export const matchOnOffer = (url: string, homeTeam: string): Promise<MatchRow> =>
  until(`${homeTeam} on offer`, async () =>
    (await matchesOf(url)).find(({ match, odds }) => match.homeTeam === homeTeam && odds.homeWin !== '-'),
  );

export type Call = { readonly token?: string; readonly body?: object; readonly key?: string; readonly method?: 'PUT' };

/** A call as the screens make it: with a body it is a POST if no method is named. @throws when it is refused */
export async function call(url: string, { token, body, key, method }: Call): Promise<unknown> {
  const answer = await fetch(url, {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: method ?? 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
