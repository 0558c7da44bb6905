/** Returns the pairs of a round, each club against each other home and away (circle method); repeats after 2 × (n − 1) rounds. */
export function roundRobin(clubs: readonly string[], round: number): [home: string, away: string][] {
  const last = clubs.length - 1;
  const turn = ((round % (2 * last)) + 2 * last) % (2 * last);
  const at = (place: number): string => clubs[place === last ? last : (place + turn) % last] ?? '';
  return Array.from({ length: clubs.length / 2 }, (_, pair): [string, string] => {
    const one = at(pair);
    const other = at(last - pair);
    // In the second half of the season every pair meets again at the other ground.
    const away = ((turn % last) % 2 === 1) !== turn >= last;
    return away === (pair === 0 || pair % 2 === 0) ? [other, one] : [one, other];
  });
}
