import type { SeasonMatch } from './season-file.ts';

export type SeasonVerdict = 'won' | 'lost' | 'void' | 'half-won' | 'half-lost';
/** A selection of a derived market, and what it came to by the score of the file. */
export type SeasonSelection = { readonly market: string; readonly label: string; readonly verdict: SeasonVerdict };

/**
 * Every kind of selection of the derived markets of a match, by market, settled from the numbers of goals in the file. Nothing of
 * the product is used: rules and labels are written a second time.
 */
export function derivedSelections(match: SeasonMatch): ReadonlyMap<string, readonly SeasonSelection[]> {
  const { homeTeam, awayTeam, homeGoals, awayGoals } = match;
  const goals = homeGoals + awayGoals;
  const lead = homeGoals - awayGoals;
  const all: SeasonSelection[] = [];
  const add = (market: string, text: string, verdict: SeasonVerdict) =>
    all.push({ market, label: `${market}: ${text}`, verdict });
  const wins = (isWon: boolean): SeasonVerdict => (isWon ? 'won' : 'lost');

  add('Double chance', `${homeTeam} or draw`, wins(lead >= 0));
  add('Double chance', `${homeTeam} or ${awayTeam}`, wins(lead !== 0));
  add('Double chance', `Draw or ${awayTeam}`, wins(lead <= 0));
  add('Draw no bet', homeTeam, lead === 0 ? 'void' : wins(lead > 0));
  add('Draw no bet', awayTeam, lead === 0 ? 'void' : wins(lead < 0));
  add('Both teams to score', 'Yes', wins(homeGoals > 0 && awayGoals > 0));
  add('Both teams to score', 'No', wins(homeGoals === 0 || awayGoals === 0));
  add('Total goals', 'Odd', wins(goals % 2 === 1));
  add('Total goals', 'Even', wins(goals % 2 === 0));
  for (const line of lines(0.5, 5)) {
    add('Goals', `Over ${line}`, byLine(goals, line));
    add('Goals', `Under ${line}`, byLine(-goals, -line));
  }
  for (const line of [0.5, 1.5, 2.5]) {
    for (const [team, scored] of [
      [homeTeam, homeGoals],
      [awayTeam, awayGoals],
    ] as const) {
      all.push({ market: `${team} goals`, label: `${team} goals: Over ${line}`, verdict: byLine(scored, line) });
      all.push({ market: `${team} goals`, label: `${team} goals: Under ${line}`, verdict: byLine(-scored, -line) });
    }
  }
  for (const line of lines(-2, 2)) {
    add('Asian handicap', `${homeTeam} ${signed(line)}`, byLine(lead, -line));
    add('Asian handicap', `${awayTeam} ${signed(line)}`, byLine(-lead, -line));
  }
  for (const home of [0, 1, 2, 3, 4])
    for (const away of [0, 1, 2, 3, 4])
      add('Correct score', `${home}-${away}`, wins(home === homeGoals && away === awayGoals));
  add('Correct score', 'Any other', wins(Math.max(homeGoals, awayGoals) >= 5));
  for (const [team, by] of [
    [homeTeam, lead],
    [awayTeam, -lead],
  ] as const) {
    add('Winning margin', `${team} by 1`, wins(by === 1));
    add('Winning margin', `${team} by 2`, wins(by === 2));
    add('Winning margin', `${team} by 3 or more`, wins(by >= 3));
  }
  add('Winning margin', 'Draw', wins(lead === 0));
  if (match.halfTime) {
    const { home, away } = match.halfTime;
    const teams = [
      [homeTeam, 1],
      ['Draw', 0],
      [awayTeam, -1],
    ] as const;
    for (const [early, sign] of teams) {
      add('Half-time result', early, wins(Math.sign(home - away) === sign));
      for (const [late, lastSign] of teams) {
        const isRight = Math.sign(home - away) === sign && Math.sign(lead) === lastSign;
        add('Half-time/full-time', `${early}/${late}`, wins(isRight));
      }
    }
    for (const line of [0.5, 1.5, 2.5]) {
      add('First-half goals', `Over ${line}`, wins(home + away > line));
      add('First-half goals', `Under ${line}`, wins(home + away < line));
    }
    add('Both teams to score in the first half', 'Yes', wins(home > 0 && away > 0));
    add('Both teams to score in the first half', 'No', wins(home === 0 || away === 0));
  }
  return Map.groupBy(all, ({ market }) => market);
}

/** Two or three selections of a match that all have to win. Those that can be refunded cannot be part of one. */
export function builderOf(parts: readonly Pick<SeasonSelection, 'label' | 'verdict'>[]): SeasonSelection {
  const verdict = parts.every((part) => part.verdict === 'won') ? 'won' : 'lost';
  return { market: 'Builder', label: `Builder: ${parts.map(({ label }) => label).join(' + ')}`, verdict };
}

/** The factor of a selection at its odds, as a decimal text. */
export function factorOf(odds: string, verdict: SeasonVerdict): string {
  switch (verdict) {
    case 'won':
      return odds;
    case 'lost':
      return '0';
    case 'void':
      return '1';
    case 'half-lost':
      return '0.5';
    case 'half-won': {
      // (odds + 1) / 2 in ten-thousandths; odds have at most three decimals.
      const thousandths = Math.round(Number(odds) * 1_000);
      const text = String((thousandths + 1_000) * 5).padStart(5, '0');
      return `${text.slice(0, -4)}.${text.slice(-4)}`;
    }
  }
}

const lines = (from: number, to: number): readonly number[] =>
  Array.from({ length: (to - from) * 4 + 1 }, (_, at) => from + at / 4);

const signed = (line: number): string => (line === 0 ? '0' : `${line > 0 ? '+' : '−'}${Math.abs(line)}`);

/** A quarter line is two bets of half the stake each, on the lines beside it; each of the two wins, loses or is void. */
function byLine(count: number, line: number): SeasonVerdict {
  const both = Number.isInteger(line * 2) ? [line, line] : [line - 0.25, line + 0.25];
  const points = both.reduce((sum, half) => sum + Math.sign(count - half), 0);
  return (['lost', 'half-lost', 'void', 'half-won', 'won'] as const)[points + 2] ?? 'void';
}
