import { setTimeout as pause } from 'node:timers/promises';
import { type MatchRow, type PlaceBetRequest, placeBetAnswer, refusalView } from '@touchline/core/contract';
import type { Fixture, Prices, Sandbox } from '../sandbox.ts';
import type { Screen } from './screen.ts';

/** Matches whose home price only ever rises, so that the price itself shows when a screen goes back. */
export const isClimbing = ({ match }: MatchRow): boolean => match.homeTeam.startsWith('Climber');

export type Load = {
  /** How often the sandbox changed a price. */
  readonly raised: () => number;
  /** Acknowledged bets, by their keys. */
  readonly placed: ReadonlyMap<string, string>;
  readonly refused: ReadonlyMap<string, number>;
  /** Calls that were not answered and were repeated with the same key. */
  readonly repeated: () => number;
  /** Bets without an answer: their outcome is unknown. */
  readonly unanswered: () => number;
  readonly stop: () => Promise<void>;
};

const raiseEveryMs = 400;
const betEveryMs = 700;
const step = 0.01;

export const climberAt = (turn: number): Prices => {
  const home = round(1.6 + turn * step);
  const draw = 4;
  // The margin stays the same: the probability that home loses, away gains.
  return { home, draw, away: round(1 / (1.05 - 1 / home - 1 / draw)) };
};

/** Until stopped, raises the prices of the climbers in turn, and lets every bettor bet on what their own screen shows. */
export function startLoad(sandbox: Sandbox, climbers: readonly Fixture[], bettors: readonly Bettor[]): Load {
  const placed = new Map<string, string>();
  const refused = new Map<string, number>();
  const stopping = new AbortController();
  let raised = 0;
  let repeated = 0;
  let unanswered = 0;

  const raise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const fixture = climbers[raised % climbers.length];
      raised += 1;
      // The next change makes up for one that fails.
      if (fixture)
        await sandbox.setPrices(fixture, climberAt(Math.ceil(raised / climbers.length))).catch(() => undefined);
      await pause(raiseEveryMs);
    }
  };
  const bet = async ({ screen, token }: Bettor): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const rows = [...screen.rows().values()].filter((row) => isClimbing(row) && row.odds.homeWin !== '-');
      const row = rows[turn % Math.max(1, rows.length)];
      if (row) await placeUntilAnswered({ screen, token }, betOn(row, turn), `${screen.name}-${turn}`);
      await pause(betEveryMs);
    }
  };
  const placeUntilAnswered = async ({ screen, token }: Bettor, request: PlaceBetRequest, key: string) => {
    while (!stopping.signal.aborted) {
      const answer = await placeAs(screen.relay.url, token, request, key).catch(() => undefined);
      if (answer !== undefined && 'betId' in answer) return void placed.set(key, answer.betId);
      if (answer !== undefined) return void refused.set(answer.code, (refused.get(answer.code) ?? 0) + 1);
      repeated += 1;
      await pause(raiseEveryMs);
    }
    unanswered += 1;
  };
  const working = Promise.all([raise(), ...bettors.map(bet)]);
  return {
    raised: () => raised,
    placed,
    refused,
    repeated: () => repeated,
    unanswered: () => unanswered,
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}

export type Bettor = { readonly screen: Screen; readonly token: string };

type PlaceAnswer = { readonly betId: string } | { readonly code: string } | undefined;

/** `undefined`, or a rejection: the outcome is unknown, so the call is repeated with the same key. */
export async function placeAs(url: string, token: string, request: PlaceBetRequest, key: string): Promise<PlaceAnswer> {
  const answer = await fetch(`${url}/bet`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(5_000),
  });
  const body: unknown = await answer.json();
  if (answer.status === 201 || answer.status === 200) return { betId: placeBetAnswer.parse(body).bet._id };
  return answer.status >= 500 ? undefined : { code: refusalView.parse(body).code };
}

const betOn = (row: MatchRow, turn: number): PlaceBetRequest => ({
  stake: 1 + (turn % 3),
  oddsPolicy: 'any',
  matches: [
    { matchId: row.id, betOutcome: `${row.match.homeTeam} Win`, odds: row.odds.homeWin === '-' ? 1 : row.odds.homeWin },
  ],
});

const round = (price: number): number => Math.round(price * 100) / 100;
