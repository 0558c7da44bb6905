import { setTimeout as pause } from 'node:timers/promises';
import type { PlaceBetRequest } from '@touchline/core/contract';
import { payAtCheckout } from '../sandbox.ts';
import { type Command, sendOnce, whyUnanswered } from '../storm/call.ts';
import type { Operation } from './history.ts';

export type ClusterLoad = {
  /** Every attempt, in the order of its answer. */
  readonly operations: readonly Operation[];
  /** Deposits of which the payment page said that they are paid. */
  readonly paid: ReadonlySet<string>;
  /** How many bets were acknowledged that were sent after a moment. */
  readonly takenSince: (at: number) => number;
  /** Begins nothing new, and resolves when everything has been answered. */
  readonly stop: () => Promise<void>;
};

const betEveryMs = 125;
const depositEveryMs = 2_000;
const readEveryMs = 50;
/** As the screens wait. */
const answerWithinMs = 10_000;
/** What the api asks for (`Retry-After`). */
const retryMs = 1_000;
/** Longer than any fault lasts. */
const giveUpMs = 180_000;
const mostOpen = 200;

/**
 * Sends bets, deposits and reads at a steady rate, however long answers take. A command whose outcome is unknown is sent again with the
 * same key, as clients do; a read is not.
 */
export function startClusterLoad(
  url: string,
  tokens: readonly string[],
  offer: readonly PlaceBetRequest['matches'][number][],
): ClusterLoad {
  const operations: Operation[] = [];
  const paid = new Set<string>();
  const open = new Set<Promise<void>>();
  let bets = 0;
  let deposits = 0;
  let reads = 0;

  const perform = async (token: string, command: Command): Promise<void> => {
    const { kind, key } = command;
    const giveUpAt = Date.now() + giveUpMs;
    while (Date.now() < giveUpAt) {
      const start = Date.now();
      const outcome = await sendOnce(url, token, command, answerWithinMs).catch(whyUnanswered);
      const attempt = { kind, key, start, end: Date.now() };
      if (typeof outcome === 'string') {
        operations.push({ ...attempt, outcome: { is: 'unknown', why: outcome } });
        await pause(retryMs);
        continue;
      }
      if (!outcome.ok) return void operations.push({ ...attempt, outcome: { is: 'refused', code: outcome.code } });
      operations.push({ ...attempt, outcome: { is: 'done', id: outcome.id } });
      if (outcome.checkoutUrl && (await payAtCheckout(outcome.checkoutUrl))) paid.add(outcome.id);
      return;
    }
  };
  const begin = (account: number, command: Command): void => {
    if (open.size >= mostOpen) return;
    const performing = perform(tokens[account % tokens.length] ?? '', command).finally(() => open.delete(performing));
    open.add(performing);
  };
  const read = async (key: string): Promise<void> => {
    const start = Date.now();
    const why = await fetch(`${url}/config`, { signal: AbortSignal.timeout(answerWithinMs) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok ? undefined : String(answer.status);
      },
      (error: unknown) => String(error),
    );
    const outcome = why === undefined ? ({ is: 'done', id: key } as const) : ({ is: 'unknown', why } as const);
    operations.push({ kind: 'read', key, start, end: Date.now(), outcome });
  };
  const timers = [
    setInterval(() => {
      bets += 1;
      const pick = offer[bets % offer.length];
      const matches = pick ? [pick] : [];
      begin(bets, { kind: 'bet', key: `cluster-${bets}`, body: { stake: 1, oddsPolicy: 'any', matches } });
    }, betEveryMs),
    setInterval(() => {
      deposits += 1;
      const body = { amount: 10 + (deposits % 20), paymentMethod: 'creditcard' };
      begin(deposits, { kind: 'deposit', key: `cluster-deposit-${deposits}`, body });
    }, depositEveryMs),
    setInterval(() => {
      reads += 1;
      void read(`read-${reads}`);
    }, readEveryMs),
  ];
  return {
    operations,
    paid,
    takenSince: (at) =>
      operations.filter(({ kind, start, outcome }) => kind === 'bet' && start >= at && outcome.is === 'done').length,
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open);
    },
  };
}
