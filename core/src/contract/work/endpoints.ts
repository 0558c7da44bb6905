import * as z from 'zod/mini';
import { schemaText } from '../../language/index.ts';
import { type Access, endpoints } from '../endpoint.ts';

const admins: Access = { roles: ['admin'], refusal: schemaText('Only admins can read this.') };

/** How many wait, and since when the oldest does (ISO). */
const waiting = z.object({ count: z.int(), oldest: z.nullable(z.string()) });
/** The same with their amounts together, in dollars. */
const waitingMoney = z.extend(waiting, { amount: z.number() });
export type WaitingView = z.infer<typeof waiting> & { readonly amount?: number };

export const feeds = ['odds', 'results', 'payments', 'email', 'log', 'worker'] as const;
export type Feed = (typeof feeds)[number];
/** `text`: a sentence about its state or its problem. */
const feedHealth = z.object({ feed: z.enum(feeds), isOk: z.boolean(), text: z.string() });
export type FeedHealth = z.infer<typeof feedHealth>;

/** What waits for an admin. Each figure counts the rows of a list. */
export const workView = z.object({
  withdrawals: waitingMoney,
  /** Withdrawals of which a part could not be returned to a deposit; `amount`: of those parts. */
  failedReturns: waitingMoney,
  /** Flagged deposits that an admin must credit or refund. */
  deposits: waitingMoney,
  /** Adjustments of balances that another admin must decide. */
  adjustments: waiting,
  /** Approved adjustments that the operator must post. */
  unposted: z.optional(waiting),
  /** Matches with a review or a decision that awaits a second admin. */
  matches: waiting,
  cases: z.object({ verification: waiting, reconciliation: waiting, investigation: waiting }),
  /** Closed accounts whose balance is not 0, in dollars, the longest closed first; absent without any. */
  closedBalances: z.optional(z.array(z.object({ userId: z.string(), balance: z.number(), closedAt: z.string() }))),
  /** The matches on which the operator would lose most, each at its worst score, in dollars; accumulators count as single bets. */
  liabilities: z.array(
    z.object({
      matchId: z.string(),
      leagueKey: z.string(),
      homeTeam: z.string(),
      awayTeam: z.string(),
      commenceTime: z.string(),
      score: z.object({ home: z.int(), away: z.int() }),
      loss: z.number(),
    }),
  ),
  feeds: z.array(feedHealth),
});
export type WorkView = z.infer<typeof workView>;

export const workEndpoints = endpoints({
  read: {
    method: 'GET',
    path: '/work',
    access: admins,
    tag: 'admin',
    summary: 'What waits for an admin, the largest liabilities, and the health of the feeds',
    answer: workView,
  },
});
