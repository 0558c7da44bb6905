import { type PlaceBetRequest, placeBetAnswer, refusalView } from '@touchline/core/contract';
import type { Account } from './hammer-accounts.ts';

/** What came back from all calls, counted as they came. */
export type Answers = {
  calls: number;
  /** By the key that was sent: the ids of the bets that were acknowledged. One, or the same request was two bets. */
  readonly bets: Map<string, Set<string>>;
  /** Calls that were answered with a bet that another call had placed. */
  repeats: number;
  readonly refusals: Map<string, number>;
  readonly failures: string[];
};
export type Hammer = {
  readonly urls: readonly [string, string];
  readonly accounts: readonly Account[];
  /** The bets that can be placed now. */
  readonly offer: () => readonly PlaceBetRequest['matches'][number][];
  readonly until: number;
};

const atOnce = 48;

/**
 * Places bets of all accounts in turn until it is time. Each is sent to both nodes at the same moment with the same key, every
 * third one more time to each when it is answered.
 */
export async function hammerBets(hammer: Hammer): Promise<Answers> {
  const answers: Answers = { calls: 0, bets: new Map(), repeats: 0, refusals: new Map(), failures: [] };
  let turn = 0;
  const caller = async (): Promise<void> => {
    while (Date.now() < hammer.until) {
      const at = turn;
      turn += 1;
      const account = hammer.accounts[at % hammer.accounts.length];
      const offer = hammer.offer();
      const first = offer[at % offer.length];
      const second = offer[(at * 7 + 1) % offer.length];
      if (!account || !first) throw new Error('no accounts, or no matches to bet on');
      const matches = at % 2 === 0 && second && second.matchId !== first.matchId ? [first, second] : [first];
      const bet: PlaceBetRequest = { stake: 1 + (at % 9), matches, oddsPolicy: 'any' };
      const send = () =>
        Promise.all(hammer.urls.map((url) => place(url, account, { bet, key: `hammer-${at}` }, answers)));
      await send();
      if (at % 3 === 0) await send();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return answers;
}

type Asked = { readonly bet: PlaceBetRequest; readonly key: string };

async function place(url: string, account: Account, { bet, key }: Asked, answers: Answers): Promise<void> {
  answers.calls += 1;
  try {
    const answer = await fetch(`${url}/bet`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.token}`,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      body: JSON.stringify(bet),
    });
    const said: unknown = await answer.json();
    if (answer.status === 201) acknowledge(placeBetAnswer.parse(said).bet._id, key, answers);
    else if (answer.status >= 500) answers.failures.push(`${answer.status} ${JSON.stringify(said)}`);
    else count(answers.refusals, refusalView.parse(said).code);
  } catch (error) {
    answers.failures.push(error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error));
  }
}

function acknowledge(betId: string, key: string, answers: Answers): void {
  const before = answers.bets.get(key);
  if (!before) answers.bets.set(key, new Set([betId]));
  else {
    before.add(betId);
    answers.repeats += 1;
  }
}

const count = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
