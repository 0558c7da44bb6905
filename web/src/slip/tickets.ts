import {
  isSystemOf,
  lineCount,
  linesPayout,
  maxLines,
  maxSystemLegs,
  maxTickets,
  type Slip,
  type System,
  systemText,
  tooManyTickets,
} from '@touchline/core/betting';
import { t } from '@touchline/core/language';
import { type Cents, cents, Decimal, noMoney, sum } from '@touchline/core/money';
import { stakeFromText } from './stake.ts';

const kinds = ['singles', 'accumulator', 'system'] as const;
export type TicketKind = (typeof kinds)[number];

/**
 * How the selections are bet on. `stakes`: those of singles that differ from the common one, as typed, by match. `sizes`: of a system,
 * `null` for all from doubles on, as far as a bet has lines for. `bankers`: matches.
 */
export type TicketForm = {
  readonly kind: TicketKind;
  readonly stakes: ReadonlyMap<string, string>;
  readonly sizes: readonly number[] | null;
  readonly bankers: readonly string[];
};
export const newForm: TicketForm = { kind: 'accumulator', stakes: new Map(), sizes: null, bankers: [] };

type Filled = { readonly entries: Slip; readonly stakeText: string; readonly form: TicketForm };

/** The kinds that so many selections can have; one selection is always a single. */
export const kindsFor = (selections: number): readonly TicketKind[] =>
  kinds.filter((kind) => kind === 'accumulator' || selections > (kind === 'singles' ? 1 : 2));
export const kindOf = ({ entries, form }: Pick<Filled, 'entries' | 'form'>): TicketKind =>
  kindsFor(entries.length).includes(form.kind) ? form.kind : 'accumulator';

/** Returns the system of the form; `undefined` if its choices do not make one. */
export function systemOf({ entries, form }: Pick<Filled, 'entries' | 'form'>): System | undefined {
  const system = { sizes: sizesOf({ entries, form }), bankers: bankersOf({ entries, form }) };
  return isSystemOf(entries.length, system) ? system : undefined;
}
const bankersOf = ({ entries, form }: Pick<Filled, 'entries' | 'form'>): readonly number[] =>
  entries.flatMap(({ matchId }, at) => (form.bankers.includes(matchId) ? [at] : []));

/** The sizes that lines can have, each with how many lines it has and whether it is chosen. */
export function sizeChoices(slip: Pick<Filled, 'entries' | 'form'>) {
  const bankers = bankersOf(slip);
  const chosen = sizesOf(slip);
  return Array.from({ length: slip.entries.length - bankers.length }, (_, at) => ({
    size: at + 1,
    lines: lineCount(slip.entries.length, { sizes: [at + 1], bankers }),
    isChosen: chosen.includes(at + 1),
  }));
}
function sizesOf(slip: Pick<Filled, 'entries' | 'form'>): readonly number[] {
  const bankers = bankersOf(slip);
  const legs = slip.entries.length;
  const most = legs - bankers.length;
  const { sizes } = slip.form;
  if (sizes) return sizes.filter((size) => size <= most);
  const fromDoubles = Array.from({ length: Math.max(0, most - 1) }, (_, at) => at + 2);
  const tooMany = fromDoubles.findIndex(
    (_, at) => lineCount(legs, { sizes: fromDoubles.slice(0, at + 1), bankers }) > maxLines,
  );
  return tooMany < 0 ? fromDoubles : fromDoubles.slice(0, tooMany);
}

/** How many lines the chosen sizes of a system have together. */
export const chosenLines = (slip: Pick<Filled, 'entries' | 'form'>): number =>
  sizeChoices(slip).reduce((total, { isChosen, lines }) => total + (isChosen ? lines : 0), 0);

/** Returns why the selections cannot be placed in the way that was chosen; `undefined` if they can. */
export function ticketsProblem(slip: Pick<Filled, 'entries' | 'form'>): string | undefined {
  const kind = kindOf(slip);
  if (kind === 'singles') return slip.entries.length > maxTickets ? t(tooManyTickets) : undefined;
  if (kind !== 'system' || systemOf(slip)) return undefined;
  if (slip.entries.length > maxSystemLegs)
    return t('A bet takes at most {maximum} selections.', { maximum: maxSystemLegs });
  return chosenLines(slip) > maxLines
    ? t('Choose at most {lines, number} lines.', { lines: maxLines })
    : t('Choose at least two lines.');
}

/** A ticket of the slip, with the positions of its selections. */
export type Ticket = {
  readonly unitStake: Cents;
  readonly lines: number;
  readonly system: System | undefined;
  readonly at: readonly number[];
};

/** Returns the tickets of the slip; none while its choices do not make a system. */
export function ticketsOf(slip: Filled): readonly Ticket[] {
  const { entries, stakeText, form } = slip;
  const all = entries.map((_, at) => at);
  const stake = stakeFromText(stakeText);
  switch (kindOf(slip)) {
    case 'accumulator':
      return [{ unitStake: stake, lines: 1, system: undefined, at: all }];
    case 'singles':
      return entries.map(({ matchId }, at) => ({
        unitStake: stakeFromText(form.stakes.get(matchId)?.trim() || stakeText),
        lines: 1,
        system: undefined,
        at: [at],
      }));
    case 'system': {
      const system = systemOf(slip);
      return system ? [{ unitStake: stake, lines: lineCount(entries.length, system), system, at: all }] : [];
    }
  }
}

/** The stake of all tickets together; nothing while one of them has none. */
export function totalStake(tickets: readonly Ticket[]): Cents {
  if (tickets.some(({ unitStake }) => unitStake <= 0)) return noMoney;
  return sum(tickets.map(stakeOf));
}
const stakeOf = ({ unitStake, lines }: Ticket): Cents => cents(Math.min(unitStake * lines, Number.MAX_SAFE_INTEGER));

/** What all tickets pay if every selection wins, at these odds of all selections. */
export const mostWinnings = (tickets: readonly Ticket[], odds: readonly Decimal[]): Cents =>
  cents(
    Math.min(
      tickets.reduce((total, ticket) => {
        const factors = ticket.at.flatMap((at) => odds[at] ?? []);
        return total + linesPayout(stakeOf(ticket), factors, ticket.system);
      }, 0),
      Number.MAX_SAFE_INTEGER,
    ),
  );

/**
 * What a system pays if its bankers and as few other selections win as a line needs, those with the lowest odds; `undefined` for other
 * tickets.
 */
export function leastWinnings(
  tickets: readonly Ticket[],
  odds: readonly Decimal[],
): { readonly selections: number; readonly winnings: Cents } | undefined {
  const [ticket] = tickets;
  if (!ticket?.system) return undefined;
  const { sizes, bankers } = ticket.system;
  const others = ticket.at.filter((at) => !bankers.includes(at));
  const cheapest = others.toSorted((a, b) => odds[a]?.comparedTo(odds[b] ?? 0) ?? 0).slice(0, Math.min(...sizes));
  const winners = [...bankers, ...cheapest];
  const lost = new Decimal(0);
  return {
    selections: winners.length,
    winnings: mostWinnings(
      tickets,
      odds.map((price, at) => (winners.includes(at) ? price : lost)),
    ),
  };
}

/** Names what the slip is about to place: "Trixie", "3 singles". */
export function ticketsName(slip: Pick<Filled, 'entries' | 'form'>): string {
  const kind = kindOf(slip);
  if (kind === 'singles') return t('{count} singles', { count: slip.entries.length });
  if (kind === 'accumulator') return t('Accumulator');
  const system = systemOf(slip);
  return system ? systemText(slip.entries.length, system) : t('System');
}
