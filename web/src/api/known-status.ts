import type { BetView, TransactionView } from '@touchline/core/contract';
import type { Shape } from './shape.ts';

const ended = ['pending', 'won', 'lost', 'void'] as const;
const betStatuses = [...ended, 'cashed-out'] satisfies BetView['status'][];
const legStatuses = [...ended, 'half-won', 'half-lost'] satisfies BetView['matches'][number]['status'][];

/**
 * Returns a received bet with statuses that this page knows. They are compared case-insensitively, and a new one becomes pending, so
 * that it does not hide the whole history.
 */
export function withKnownStatus<Bet>(bet: Bet): Bet {
  if (!isRecord(bet)) return bet;
  const { status, matches } = bet;
  return {
    ...bet,
    status: knownIn(betStatuses, status),
    ...(Array.isArray(matches) && {
      matches: matches.map((leg: unknown) =>
        isRecord(leg) ? { ...leg, status: knownIn(legStatuses, leg['status']) } : leg,
      ),
    }),
  };
}

/** Reads a bet whose statuses may differ in case or be new. */
export const lenientBet = (shape: Shape<BetView>): Shape<BetView> => ({
  parse: (body) => shape.parse(withKnownStatus(body)),
});

/** Reads a transaction whose status may be new: it is shown as received. */
export const lenientTransaction = <View extends TransactionView>(shape: Shape<View>): Shape<View> => ({
  parse: (body) => {
    if (!isRecord(body) || typeof body['status'] !== 'string') return shape.parse(body);
    const status = body['status'].toLowerCase() as View['status'];
    return { ...shape.parse({ ...body, status: 'pending' }), status };
  },
});

const knownIn = (statuses: readonly string[], status: unknown): unknown => {
  if (typeof status !== 'string') return status;
  const lowerCase = status.toLowerCase();
  return statuses.includes(lowerCase) ? lowerCase : 'pending';
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
