import { setTimeout as pause } from 'node:timers/promises';
import { loginAnswer, type PlaceBetRequest } from '@touchline/core/contract';
import type { Credentials } from '../bettor.ts';
import { payAtCheckout } from '../sandbox.ts';
import { type Command, noAnswer, type Outcome, sendUntilAnswered } from './call.ts';
import { pickFrom, randomFrom } from './random.ts';

export type StormBettor = { readonly credentials: Credentials; readonly token: string };
type Done = Outcome & { readonly ok: true };
export type Acknowledged = { readonly kind: Command['kind']; readonly key: string; readonly id: string };

/** What all bettors did, and the answers they got. */
export type Deeds = {
  readonly acknowledged: readonly Acknowledged[];
  /** Deposits that were paid, according to the payment page. */
  readonly paid: ReadonlySet<string>;
  /** Keys of commands that were repeated and never answered. */
  readonly unanswered: readonly string[];
  /** Keys that were answered with two different ids. */
  readonly doubled: readonly string[];
  readonly refused: ReadonlyMap<string, number>;
  /** Why calls were repeated, and how often. */
  readonly repeated: ReadonlyMap<string, number>;
  readonly logIns: number;
  readonly stop: () => Promise<void>;
};

const thinkMs = 400;
const logInWithinMs = 10_000;

/** Until stopped, every bettor logs in, bets, deposits and withdraws, in an order and at moments that the seed decides. */
export function startBettors(
  place: { readonly url: string; readonly offer: readonly PlaceBetRequest['matches'][number][] },
  bettors: readonly StormBettor[],
  seed: number,
): Deeds {
  const acknowledged: Acknowledged[] = [];
  const paid = new Set<string>();
  const unanswered: string[] = [];
  const doubled: string[] = [];
  const refused = new Map<string, number>();
  const repeated = new Map<string, number>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let logIns = 0;

  const live = async ({ credentials, token: first }: StormBettor, number: number): Promise<void> => {
    const random = randomFrom(seed * 1_000 + number);
    let token = first;
    // A command is repeated until it is answered, even after the storm: its outcome must be known.
    const send = (command: Command): Promise<Outcome> =>
      sendUntilAnswered(
        place.url,
        () => token,
        command,
        (why) => count(repeated, why),
      );
    const perform = async (command: Command): Promise<Done | undefined> => {
      const outcome = await send(command);
      if (!outcome.ok) {
        if (outcome.code === noAnswer) unanswered.push(command.key);
        count(refused, `${command.kind}: ${outcome.code}`);
        return undefined;
      }
      acknowledged.push({ kind: command.kind, key: command.key, id: outcome.id });
      if (random() < 0.1) {
        const again = await send(command);
        if (again.ok && again.id !== outcome.id) doubled.push(command.key);
      }
      return outcome;
    };
    const logInAgain = async (who: Credentials): Promise<string | undefined> => {
      while (!signal.aborted) {
        const answer = await fetch(`${place.url}/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(who),
          signal: AbortSignal.timeout(logInWithinMs),
        }).catch(() => undefined);
        if (answer?.ok) {
          logIns += 1;
          return loginAnswer.parse(await answer.json()).accessToken;
        }
        if (answer && answer.status < 500) {
          count(refused, `login: ${answer.status}`);
          return undefined;
        }
        count(repeated, answer ? `${answer.status} at the login` : 'no connection');
        await pause(thinkMs, undefined, { signal }).catch(() => undefined);
      }
      return undefined;
    };

    for (let turn = 0; !signal.aborted; turn += 1) {
      const key = `storm-${number}-${turn}`;
      const dice = random();
      // A bettor may request 20 withdrawals in 24 hours, which lasts for about ten minutes.
      if (dice < 0.79) {
        const stake = 1 + Math.floor(random() * 5);
        await perform({
          kind: 'bet',
          key,
          body: { stake, oddsPolicy: 'any', matches: [pickFrom(random, place.offer)] },
        });
      } else if (dice < 0.93) {
        const body = { amount: 10 + Math.floor(random() * 20), paymentMethod: 'creditcard' };
        const deposit = await perform({ kind: 'deposit', key, body });
        // Every tenth is left at the payment page.
        if (deposit?.checkoutUrl && random() < 0.9 && (await payAtCheckout(deposit.checkoutUrl))) paid.add(deposit.id);
      } else if (dice < 0.97) {
        await perform({ kind: 'withdrawal', key, body: { ...bank, amount: 10 + Math.floor(random() * 10) } });
      } else token = (await logInAgain(credentials)) ?? token;
      await pause(random() * 2 * thinkMs, undefined, { signal }).catch(() => undefined);
    }
  };

  const working = Promise.all(bettors.map(live));
  return {
    acknowledged,
    paid,
    unanswered,
    doubled,
    refused,
    repeated,
    get logIns() {
      return logIns;
    },
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}
const bank = {
  withdrawalMethod: 'bank_transfer',
  bankName: 'First Bank',
  accountHolder: 'Storm Bettor',
  iban: 'NL91ABNA0417164300',
  // The bonus of the first deposit.
  forfeitBonus: true,
} as const;

const count = (counts: Map<string, number>, what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
