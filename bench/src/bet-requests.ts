import { createHmac } from 'node:crypto';
import type { PlaceBetRequest, PlaceTicketsRequest } from '@touchline/core/contract';
import type { Player } from '@touchline/store/testing';
import type { PlaceBet } from '@touchline/store/wallet';
import { bets, type Ground } from './betting-ground.ts';

/** The raw requests of a measurement; each call makes a new one. */
export type Requests = Readonly<Record<What, () => string>>;
/**
 * `bet`: three legs for a dollar. `single`: one leg. `ten singles`: ten tickets in one request. `bet refused`: the same with an invalid stake, which the route refuses before it queries the database. `guarded`: a route that refuses bettors after token and session checks. `open`: no guard at all.
 */
export type What = 'bet' | 'single' | 'ten singles' | 'bet refused' | 'guarded' | 'open';
export const statusOf = {
  bet: 201,
  single: 201,
  'ten singles': 201,
  'bet refused': 422,
  guarded: 403,
  open: 200,
} satisfies Record<What, number>;

/** Writes requests as the players' browsers would send them, with tokens that the API signed. */
export function writeRequests(ground: Ground, { jwtSecret, seed }: { jwtSecret: string; seed: number }): Requests {
  const tokens = new Map(ground.players.map((player) => [player.walletId, signToken(player, jwtSecret)]));
  const next = bets(ground, seed);
  const bearer = ({ walletId }: PlaceBet) => `authorization: Bearer ${tokens.get(walletId)}\r\n`;
  const post = (bet: PlaceBet, path: string, asked: PlaceBetRequest | PlaceTicketsRequest): string => {
    const body = JSON.stringify(asked);
    return `POST ${path} HTTP/1.1\r\nhost: touchline\r\n${bearer(bet)}idempotency-key: ${bet.betId}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };
  const placing = (bet: PlaceBet, stake: number) => post(bet, '/bet', bodyOf(bet, stake));
  return {
    bet: () => placing(next(), 1),
    single: () => {
      const bet = next();
      return post(bet, '/bet', { ...bodyOf(bet, 1), matches: bodyOf(bet, 1).matches.slice(0, 1) });
    },
    'ten singles': () => {
      const bet = next();
      const tickets = Array.from({ length: 10 }, () => {
        const { stake, matches } = bodyOf(next(), 1);
        return { type: 'single' as const, unitStake: stake, selections: matches.slice(0, 1) };
      });
      return post(bet, '/bets', { tickets, oddsPolicy: bet.request.oddsPolicy });
    },
    'bet refused': () => placing(next(), 0.001),
    guarded: () => `GET /ledger/verifications HTTP/1.1\r\nhost: touchline\r\n${bearer(next())}\r\n`,
    open: () => 'GET /healthz HTTP/1.1\r\nhost: touchline\r\n\r\n',
  };
}

const bodyOf = ({ request }: PlaceBet, stake: number): PlaceBetRequest => ({
  stake,
  oddsPolicy: request.oddsPolicy,
  matches: request.picks.map(({ matchId, label, oddsSeen }) => ({
    matchId,
    betOutcome: label,
    odds: oddsSeen.toNumber(),
  })),
});

export function signToken({ userId, walletId }: Player, secret: string): string {
  const now = Math.floor(Date.now() / 1000);
  const addressedTo = { iss: 'touchline', aud: 'touchline-api' };
  const claims = {
    sub: userId,
    wal: walletId,
    role: 'bettor',
    sid: userId,
    iat: now,
    exp: now + 3_600,
    ...addressedTo,
  };
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => base64(JSON.stringify(part))).join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
