import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type BetView,
  type LoginAnswer,
  type MatchRow,
  type PlaceBetRequest,
  suggestedNames,
} from '@touchline/core/contract';
import { connect } from '@touchline/store/connect';
import { type Bettor, logIn, matchesOf, whenConfirmed } from './bettor.ts';
import { centsOf, type ExactSystem, exactLines, exactPayout, exactSystemPayout } from './exact-payout.ts';
import { openProduct } from './open-product.ts';
import { callAs, demoAdmin } from './people.ts';
import { depositCents, openAccounts } from './place-many.ts';
import { findingsOf } from './prove-money.ts';
import { hasWon, readSeasonFile, type SeasonMatch, type SeasonPick, seasonPicks } from './season-file.ts';
import {
  builderOf,
  derivedSelections,
  factorOf,
  type SeasonSelection,
  type SeasonVerdict,
} from './season-selections.ts';
import { randomFrom } from './storm/random.ts';
import { until } from './until.ts';

const stakeCents = 100;
const bettors = 16;
/** Real seconds for the season itself. */
const seasonSeconds = 60;
/** From the start to the first kick-off every bet has to be placed, by a machine that may be slow and busy. */
const leadSecondsFor = (bets: number): number => 80 + Math.ceil(bets / 40);
/** A long accumulator must stay below the maximum payout. */
const mostOdds = 9_000;
const daySeconds = 86_400;

export type SeasonReport = {
  readonly matches: number;
  readonly singles: number;
  /** On a derived market, among the singles. */
  readonly derived: number;
  /** Bets on derived markets that were refused, mostly because a line is too far from the main one to be on offer. */
  readonly refused: number;
  readonly accumulators: number;
  readonly systems: number;
  readonly builders: number;
  /** Bets with a builder beside selections of other matches, among the accumulators and systems. */
  readonly mixed: number;
  /** Bets of which a part or all was cashed out by hand. */
  readonly cashedOut: number;
  /** Bets that were cashed out automatically. */
  readonly automatic: number;
  readonly cashedOutCents: number;
  readonly stakedCents: number;
  readonly paidCents: number;
  readonly expectedCents: number;
  readonly placedPerSecond: number;
  /** From the last result in the calendar to the last settled bet. */
  readonly settledWithinMs: number;
  readonly minutes: number;
  readonly differences: readonly string[];
};

/** `odds`: those of the file; `undefined` for a derived selection, whose odds are those of the bet. */
type Selection = {
  readonly match: SeasonMatch;
  readonly label: string;
  readonly odds: string | undefined;
  readonly verdict: SeasonVerdict;
};
type Ticket = {
  readonly selections: readonly Selection[];
  readonly key: string;
  readonly kind: 'single' | 'accumulator' | 'system' | 'builder';
  readonly system?: ExactSystem;
};
/** A placed bet, and what its bettor did with it at once: cash out parts of it, or set a target. */
type Line = {
  readonly ticket: Ticket;
  readonly betId: string;
  readonly bettor: Bettor;
  readonly stakeCents: number;
  readonly cashedOut: 'not' | 'by hand' | 'automatically';
};

/**
 * Plays the files of one season on a whole product: one dollar on each of the five outcomes of every match and on one selection of
 * each derived market, and seeded random accumulators of 2 to 8 legs, systems and bet builders, some of them mixed. Some bets are
 * cashed out in parts, whole or automatically. Every payout and every balance is compared with what follows from the file alone, and
 * the ledger is verified twice.
 */
export async function playSeason(
  files: readonly string[],
  { accumulators, seed, say }: { readonly accumulators: number; readonly seed: number; say: (line: string) => void },
): Promise<SeasonReport> {
  const matches = files.flatMap((file) => readSeasonFile(readFileSync(file, 'utf8')));
  if (matches.every(({ odds }) => odds.home === undefined && odds.over === undefined)) throw nothingToBetOn(files);
  const began = performance.now();
  const tickets = [
    ...singlesOf(matches),
    ...derivedSinglesOf(matches, seed),
    ...accumulatorsOf(matches, accumulators, seed),
    ...systemsOf(matches, Math.ceil(accumulators / 2), seed),
    ...buildersOf(matches, accumulators, seed),
  ];
  const days = matches.map(({ day }) => Date.parse(day) / 1000).sort((a, b) => a - b);
  const lasts = (days.at(-1) ?? 0) - (days[0] ?? 0) + daySeconds;
  const leadSeconds = leadSecondsFor(tickets.length);
  const speed = Math.max(1, Math.round(lasts / seasonSeconds));
  const product = await openProduct({
    replay: { files, from: undefined, speed, leadSeconds },
    env: { ODDS_POLL_SECONDS: '1', BET_MAX_LIABILITY: '1000000' },
  });
  const kickOff = Date.now() + leadSeconds * 1000;
  try {
    const rows = await listed(product.url, matches);
    const store = connect(product.ownerUrl, { max: 4, applicationName: 'touchline-season' });
    const accounts = await openAccounts(product.url, store, bettors).finally(() => store.close());
    const placing = performance.now();
    const { lines, refused } = await placeAll(
      accounts.map(({ bettor }) => bettor),
      tickets,
      rows,
    );
    const placingSeconds = (performance.now() - placing) / 1000;
    const left = Math.round((kickOff - Date.now()) / 1000);
    say(
      `${matches.length} matches, ${lines.length} bets placed in ${placingSeconds.toFixed(1)} s, ${left} s before the first kick-off`,
    );
    const { session: admin } = await logIn(product.url, demoAdmin);
    const settled = await allSettled(
      accounts.map(({ bettor }) => bettor),
      lines.length,
      () => confirmNames(product.url, admin),
      (leadSeconds + seasonSeconds + 240) * 1000,
    );
    const settledWithinMs = Date.now() - kickOff - (lasts / speed) * 1000;
    const compared = compare(lines, settled);
    return {
      matches: matches.length,
      singles: lines.filter(({ ticket }) => ticket.kind === 'single').length,
      derived: lines.filter(({ ticket }) => ticket.kind === 'single' && hasDerived(ticket)).length,
      refused,
      accumulators: lines.filter(({ ticket }) => ticket.kind === 'accumulator').length,
      systems: lines.filter(({ ticket }) => ticket.kind === 'system').length,
      builders: lines.filter(({ ticket }) => ticket.kind === 'builder').length,
      mixed: lines.filter(({ ticket }) => isMixed(ticket)).length,
      cashedOut: lines.filter(({ cashedOut }) => cashedOut === 'by hand').length,
      automatic: lines.filter(
        ({ betId, cashedOut }) => cashedOut === 'automatically' && settled.get(betId)?.status === 'cashed-out',
      ).length,
      placedPerSecond: lines.length / placingSeconds,
      settledWithinMs,
      ...compared,
      differences: [
        ...compared.differences,
        ...(await balancesThatDiffer(lines, settled)),
        ...(await findingsOf(product)),
      ],
      minutes: (performance.now() - began) / 60_000,
    };
  } finally {
    await product.stop();
  }
}

const nothingToBetOn = (files: readonly string[]): Error =>
  new Error(`no played match with a price in ${files.map((file) => basename(file)).join(', ')}: nothing can be bet on`);

const nameOf = ({ homeTeam, awayTeam }: { readonly homeTeam: string; readonly awayTeam: string }): string =>
  `${homeTeam} v ${awayTeam}`;

const hasDerived = ({ selections }: Ticket): boolean => selections.some(({ odds }) => odds === undefined);
const isMixed = ({ kind, selections }: Ticket): boolean =>
  kind !== 'builder' && selections.some(({ label }) => label.startsWith('Builder: '));

function quoted(match: SeasonMatch, pick: SeasonPick): Selection | undefined {
  const { homeTeam, awayTeam, odds } = match;
  const label = {
    home: `${homeTeam} Win`,
    draw: 'Draw',
    away: `${awayTeam} Win`,
    over: 'Over 2.5',
    under: 'Under 2.5',
  }[pick];
  const verdict = hasWon(match, pick) ? 'won' : 'lost';
  return odds[pick] === undefined ? undefined : { match, label, odds: odds[pick], verdict };
}

const derived = (match: SeasonMatch, { label, verdict }: SeasonSelection): Selection => ({
  match,
  label,
  odds: undefined,
  verdict,
});

const single = (selection: Selection): Ticket => ({
  kind: 'single',
  selections: [selection],
  key: `${nameOf(selection.match)} ${selection.label}`,
});

const singlesOf = (matches: readonly SeasonMatch[]): readonly Ticket[] =>
  matches.flatMap((match) =>
    seasonPicks.flatMap((pick) => {
      const selection = quoted(match, pick);
      return selection ? [single(selection)] : [];
    }),
  );

/** Prices are derived where both markets are quoted. */
const isDerivable = ({ odds }: SeasonMatch): boolean => odds.home !== undefined && odds.over !== undefined;

function derivedSinglesOf(matches: readonly SeasonMatch[], seed: number): readonly Ticket[] {
  const next = randomFrom(seed + 1);
  return matches.filter(isDerivable).flatMap((match) =>
    [...derivedSelections(match).values()].flatMap((selections) => {
      const drawn = selections[Math.floor(next() * selections.length)];
      return drawn ? [single(derived(match, drawn))] : [];
    }),
  );
}

/** One in four has two legs, each of a derived market or a builder, whose odds are not known before. */
function accumulatorsOf(matches: readonly SeasonMatch[], count: number, seed: number): readonly Ticket[] {
  const next = randomFrom(seed);
  const drawnFrom = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(next() * values.length)];
  const drawn = (at: number): Ticket['selections'] => {
    const isDerived = at % 4 === 0;
    const legs = isDerived ? 2 : 2 + Math.floor(next() * 7);
    const selections: Selection[] = [];
    const taken = new Set<SeasonMatch>();
    for (let attempts = 0; selections.length < legs && attempts < 100; attempts += 1) {
      const match = drawnFrom(matches);
      if (!match || taken.has(match) || (isDerived && !isDerivable(match))) continue;
      const selection = isDerived ? unquoted(match, next) : quoted(match, drawnFrom(seasonPicks) ?? 'home');
      if (!selection) continue;
      if (selections.reduce((product, one) => product * Number(one.odds ?? 1), Number(selection.odds ?? 1)) > mostOdds)
        continue;
      taken.add(match);
      selections.push(selection);
    }
    return selections;
  };
  return Array.from(
    { length: count },
    (_, at): Ticket => ({
      kind: 'accumulator',
      selections: drawn(at),
      key: `accumulator ${at}`,
    }),
  ).filter(({ selections }) => selections.length > 1);
}

/** For a selection whose odds are not known before. */
const guessedOdds = 4;

/** Two to five selections of different matches, any sizes, and sometimes a banker. One in three has two without odds in the file. */
function systemsOf(matches: readonly SeasonMatch[], count: number, seed: number): readonly Ticket[] {
  const next = randomFrom(seed + 2);
  const whole = (most: number) => Math.floor(next() * most);
  return Array.from({ length: count }, (_, at): Ticket => {
    const wanted = 2 + whole(4);
    const taken = new Map<SeasonMatch, Selection>();
    for (let attempts = 0; taken.size < wanted && attempts < 100; attempts += 1) {
      const match = matches[whole(matches.length)];
      if (!match || taken.has(match)) continue;
      const isDerived = at % 3 === 0 && taken.size < 2 && isDerivable(match);
      const selection = isDerived
        ? unquoted(match, next)
        : quoted(match, seasonPicks[whole(seasonPicks.length)] ?? 'home');
      const odds = [...taken.values(), ...(selection ? [selection] : [])].map((one) => Number(one.odds ?? guessedOdds));
      if (selection && odds.reduce((product, price) => product * price, 1) <= mostOdds)
        taken.set(selection.match, selection);
    }
    const selections = [...taken.values()];
    const bankers = selections.length > 2 && next() < 0.3 ? [whole(selections.length)] : [];
    const others = selections.length - bankers.length;
    const sizes = Array.from({ length: others }, (_one, size) => size + 1).filter(() => next() < 0.6);
    return { kind: 'system', selections, key: `system ${at}`, system: { sizes, bankers } };
  }).filter(({ selections, system }) => system && exactLines(selections.length, system).length > 1);
}

/** Selections that cannot be part of a builder, and exact scores, with which hardly anything else can win. */
const isRefundableOrExact =
  /^(Draw no bet|Correct score|Winning margin|Half-time|First-half)|first half|(?<!\.)\b\d$|\.(25|75)$/;

const buildersOf = (matches: readonly SeasonMatch[], count: number, seed: number): readonly Ticket[] => {
  const next = randomFrom(seed + 3);
  const derivable = matches.filter(isDerivable);
  return Array.from({ length: derivable.length > 0 ? count : 0 }, (_, at): Ticket => {
    const selection = builder(derivable[Math.floor(next() * derivable.length)] as SeasonMatch, next);
    return { kind: 'builder', selections: [selection], key: `${nameOf(selection.match)} ${selection.label} ${at}` };
  });
};

/** A selection of a derived market, or, as often, a builder. */
function unquoted(match: SeasonMatch, next: () => number): Selection | undefined {
  if (next() < 0.5) return builder(match, next);
  const all = [...derivedSelections(match).values()].flat();
  const drawn = all[Math.floor(next() * all.length)];
  return drawn && derived(match, drawn);
}

/** Two or three selections of one match. Some cannot win together, or one follows from the others: these are refused. */
function builder(match: SeasonMatch, next: () => number): Selection {
  const choices = [
    ...seasonPicks.flatMap((pick) => quoted(match, pick) ?? []),
    ...[...derivedSelections(match).values()].flat(),
  ].filter(({ label }) => !isRefundableOrExact.test(label));
  const parts = Array.from({ length: next() < 0.7 ? 2 : 3 }, () => choices[Math.floor(next() * choices.length)]);
  return derived(match, builderOf(parts.filter((part) => part !== undefined)));
}

/** Resolves when every match is listed with the prices of its file; rejects with the names of those that are not. */
async function listed(url: string, matches: readonly SeasonMatch[]): Promise<ReadonlyMap<string, MatchRow>> {
  let missing: readonly string[] = [];
  const readRows = async () => {
    const rows = new Map((await matchesOf(url)).map((row) => [nameOf(row.match), row]));
    missing = matches.filter((match) => !isListed(match, rows.get(nameOf(match)))).map(nameOf);
    return missing.length === 0 ? rows : undefined;
  };
  return until('every match to be listed', readRows, { withinMs: 60_000, everyMs: 500 }).catch((error: unknown) => {
    if (missing.length === 0) throw error;
    const names = missing.slice(0, 10).join(', ');
    throw new Error(
      `${missing.length} of ${matches.length} matches are not listed at the prices of the file: ${names}`,
    );
  });
}

/** A match without a price may be left out: nothing is bet on it. */
function isListed({ odds }: SeasonMatch, row: MatchRow | undefined): boolean {
  const isPriced = (text: string | undefined, price: unknown) => text === undefined || price === Number(text);
  return isPriced(odds.home, row?.odds.homeWin) && isPriced(odds.over, row?.odds.overUnder?.over);
}

async function placeAll(
  players: readonly Bettor[],
  tickets: readonly Ticket[],
  rows: ReadonlyMap<string, MatchRow>,
): Promise<{ readonly lines: readonly Line[]; readonly refused: number }> {
  let refused = 0;
  const lines = await Promise.all(
    players.map(async (bettor, first) => {
      const own: Line[] = [];
      for (let at = first; at < tickets.length; at += players.length) {
        const ticket = tickets[at];
        if (!ticket) continue;
        const matches = ticket.selections.map((selection) => legOf(selection, rows));
        const oddsPolicy = hasDerived(ticket) ? 'any' : 'none';
        try {
          const place = () => placeTicket(bettor, ticket, { matches, oddsPolicy }, `season-${at}`);
          // A derived market whose quotes contradict each other stays suspended.
          const bet = await (hasDerived(ticket) ? place() : whenConfirmed(place));
          const cashedOut = await cashSomeOut(bettor, bet, at);
          own.push({ ticket, betId: bet._id, bettor, stakeCents: centsOf(bet.stake), cashedOut });
        } catch (error) {
          if (!hasDerived(ticket)) throw error;
          refused += 1;
        }
      }
      return own;
    }),
  );
  return { lines: lines.flat(), refused };
}

async function placeTicket(
  bettor: Bettor,
  { system }: Ticket,
  { matches, oddsPolicy }: Pick<PlaceBetRequest, 'matches' | 'oddsPolicy'>,
  key: string,
): Promise<BetView> {
  if (!system) return bettor.place({ stake: stakeCents / 100, matches, oddsPolicy }, key);
  const selections = matches.map((selection, at) => ({ ...selection, banker: system.bankers.includes(at) }));
  const ticket = { type: 'system' as const, unitStake: lineCents / 100, sizes: [...system.sizes], selections };
  const [bet] = await bettor.placeTickets({ tickets: [ticket], oddsPolicy }, key);
  if (!bet) throw new Error(`no bet was placed for ${key}`);
  return bet;
}
/** The stake of each line of a system. */
const lineCents = 10;

/** Every 20th bet is cashed out: parts of it, all of it, or automatically once it is worth half more than its stake. */
async function cashSomeOut(bettor: Bettor, bet: BetView, at: number): Promise<Line['cashedOut']> {
  if (at % 20 === 10 && bet.matches.length > 1 && bet.potentialPayout > 1.5 * bet.stake) {
    await bettor.cashOutFrom(bet._id, Math.round(bet.stake * 150) / 100);
    return 'automatically';
  }
  if (at % 20 !== 0) return 'not';
  const shares = cashedShares[(at / 20) % cashedShares.length] ?? [];
  let cashedOut: Line['cashedOut'] = 'not';
  for (const [part, share] of shares.entries()) {
    const stake = Math.floor(centsOf(bet.stake) * share) / 100;
    // A bet has no value while a price is too old.
    const after = await bettor.cashOut(bet._id, stake, `${bet._id}-${part}`).catch(() => undefined);
    if (after) cashedOut = 'by hand';
  }
  return cashedOut;
}
const cashedShares = [[0.5], [0.25, 0.25], [1], [0.75], [0.33, 0.33, 0.34]] as const;

/** At the price of the file: when the product lists another, the bet is refused. A derived selection takes any price. */
function legOf({ match, label, odds }: Selection, rows: ReadonlyMap<string, MatchRow>) {
  const row = rows.get(nameOf(match));
  if (!row) throw new Error(`${nameOf(match)} is not listed`);
  return { matchId: row.id, betOutcome: label, odds: odds === undefined ? 2 : Number(odds) };
}

/** As an admin does: the half-time scores of a team wait until its name at the second results provider is confirmed. */
async function confirmNames(url: string, admin: LoginAnswer): Promise<void> {
  const { names } = suggestedNames.parse(await callAs(url, admin, '/markets'));
  for (const { id } of names) {
    const body = { verdict: 'same', reason: 'The same team.' };
    await callAs(url, admin, `/markets/names/${id}/decide`, { body }).catch(() => undefined);
  }
}

async function allSettled(
  players: readonly Bettor[],
  count: number,
  decideWhatWaits: () => Promise<void>,
  withinMs: number,
): Promise<ReadonlyMap<string, BetView>> {
  const settled = new Map<Bettor, readonly BetView[]>();
  await until(
    'every bet to be settled',
    async () => {
      await decideWhatWaits();
      for (const bettor of players) {
        if (settled.has(bettor)) continue;
        const bets = await bettor.history().catch((error: Error) => {
          // A busy machine: the next round asks again.
          if (!error.message.includes(' answered 503:')) throw error;
        });
        if (bets?.every(({ status }) => status !== 'pending')) settled.set(bettor, bets);
      }
      return settled.size === players.length ? true : undefined;
    },
    { everyMs: 5_000, withinMs },
  );
  const all = [...settled.values()].flat();
  if (all.length !== count) throw new Error(`${count} bets were placed, ${all.length} are listed`);
  return new Map(all.map((bet) => [bet._id, bet]));
}

function compare(lines: readonly Line[], settled: ReadonlyMap<string, BetView>) {
  let [paidCents, expectedCents, cashedOutCents, openCents] = [0, 0, 0, 0];
  const differences: string[] = [];
  for (const line of lines) {
    const { selections, key } = line.ticket;
    const bet = settled.get(line.betId);
    const should = payoutOf(line, bet);
    const isCashedOut = bet?.status === 'cashed-out';
    const cashed = cashedOf(bet);
    const was = isCashedOut ? centsOf(bet.payout ?? Number.NaN) - cashed.paid : centsOf(bet?.payout ?? Number.NaN);
    paidCents += was;
    expectedCents += should;
    cashedOutCents += cashed.paid;
    openCents += line.stakeCents - cashed.stake;
    const verdicts = selections.map(({ verdict }) => verdict);
    const graded = bet?.matches.map(({ status }) => status) ?? [];
    const isGraded = verdicts.every((verdict, leg) => graded[leg] === verdict);
    const isWhole = isCashedOut === (cashed.stake === line.stakeCents);
    if (was !== should || !isGraded || !isWhole) {
      differences.push(`${key}: ${graded.join(', ')} ${was}, the file says ${verdicts.join(', ')} ${should}`);
    }
  }
  return { stakedCents: openCents, paidCents, expectedCents, cashedOutCents, differences };
}

const cashedOf = (bet: BetView | undefined) => ({
  stake: centsOf(bet?.cashedOut?.stake ?? 0),
  paid: centsOf(bet?.cashedOut?.paid ?? 0),
});

/** What the part of a bet that was not cashed out pays by the file. */
function payoutOf({ ticket: { selections, system }, stakeCents: staked }: Line, bet: BetView | undefined): number {
  const factors = selections.map(({ odds, verdict }, leg) =>
    factorOf(odds ?? String(bet?.matches[leg]?.odds), verdict),
  );
  const open = staked - cashedOf(bet).stake;
  return system ? exactSystemPayout(open, factors, system) : exactPayout(open, factors);
}

/** Bettors whose balance is not their deposit, less their stakes, plus what was cashed out and what the file says. */
async function balancesThatDiffer(
  lines: readonly Line[],
  settled: ReadonlyMap<string, BetView>,
): Promise<readonly string[]> {
  const byBettor = Map.groupBy(lines, ({ bettor }) => bettor);
  const found = [...byBettor].map(async ([bettor, own]) => {
    const should = own.reduce((sum, line) => {
      const bet = settled.get(line.betId);
      return sum - line.stakeCents + cashedOf(bet).paid + payoutOf(line, bet);
    }, depositCents);
    const was = centsOf((await bettor.profile()).balance);
    return was === should ? [] : [`${bettor.session.user.email} has ${was} and should have ${should}`];
  });
  return (await Promise.all(found)).flat();
}
