import type {
  BetView,
  BookedSlip,
  PlaceBetAnswer,
  PlaceBetRequest,
  PlaceTicketsAnswer,
  PlaceTicketsRequest,
  SelectionPrices,
} from '@touchline/core/contract';
import { walletView } from './first-shapes.ts';
import { matchStatus, score } from './match-row-shape.ts';
import { amount, flag, listOf, oneOf, optional, orNull, record, text, whole } from './shape.ts';

// Not in `first-shapes.ts`, because the slip and the history load after Home.

export const placeBetRequest = record<PlaceBetRequest>({
  stake: amount,
  matches: listOf(record<PlaceBetRequest['matches'][number]>({ matchId: text, betOutcome: text, odds: amount })),
  oddsPolicy: optional(oneOf('none', 'better', 'any')),
});

type Ticket = PlaceTicketsRequest['tickets'][number];
const ticketType = oneOf('single', 'accumulator', 'system');
export const placeTicketsRequest = record<PlaceTicketsRequest>({
  tickets: listOf(
    record<Ticket>({
      type: ticketType,
      unitStake: amount,
      sizes: optional(listOf(whole)),
      selections: listOf(
        record<Ticket['selections'][number]>({ matchId: text, betOutcome: text, odds: amount, banker: optional(flag) }),
      ),
    }),
  ),
  oddsPolicy: optional(oneOf('none', 'better', 'any')),
});

export const betView = record<BetView>({
  _id: text,
  version: whole,
  status: oneOf('pending', 'won', 'lost', 'void', 'cashed-out'),
  createdAt: text,
  settledAt: orNull(text),
  stake: amount,
  system: optional(
    record<NonNullable<BetView['system']>>({
      name: text,
      sizes: listOf(whole),
      bankers: listOf(whole),
      lines: whole,
      unitStake: amount,
    }),
  ),
  totalOdds: amount,
  potentialPayout: amount,
  payout: orNull(amount),
  cashedOut: optional(record<NonNullable<BetView['cashedOut']>>({ stake: amount, paid: amount })),
  acceptance: optional(
    record<NonNullable<BetView['acceptance']>>({
      state: oneOf('accepted', 'pending', 'rejected'),
      until: optional(text),
      code: optional(text),
      reason: optional(text),
    }),
  ),
  matches: listOf(
    record<BetView['matches'][number]>({
      matchId: text,
      betOutcome: text,
      odds: amount,
      status: oneOf('pending', 'won', 'lost', 'void', 'half-won', 'half-lost'),
      matchName: text,
      commenceTime: text,
      matchStatus,
      score,
    }),
  ),
});
export const placeBetAnswer = record<PlaceBetAnswer>({ bet: betView, wallet: walletView });
export const placeTicketsAnswer = record<PlaceTicketsAnswer>({
  tickets: listOf(
    record<PlaceTicketsAnswer['tickets'][number]>({
      type: ticketType,
      lines: whole,
      stake: amount,
      potentialPayout: amount,
      bet: betView,
    }),
  ),
  wallet: walletView,
});
export const bookSlipAnswer = record<{ code: string }>({ code: text });
export const bookedSlip = record<BookedSlip>({
  kind: oneOf('accumulator', 'singles', 'system'),
  sizes: optional(listOf(whole)),
  bankers: optional(listOf(whole)),
  selections: listOf(
    record<BookedSlip['selections'][number]>({
      matchId: text,
      betOutcome: text,
      matchName: text,
      odds: optional(amount),
    }),
  ),
});

export const selectionPrices = record<SelectionPrices>({
  prices: listOf(record<SelectionPrices['prices'][number]>({ s: whole, odds: optional(amount) })),
});
