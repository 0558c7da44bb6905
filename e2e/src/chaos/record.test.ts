import type { MatchRow } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { climber } from './climber.ts';
import { recordShown, type Versions } from './record.ts';

const showing = (...rows: readonly MatchRow[]) => new Map(rows.map((one) => [one.id, one]));

/** What is found wrong with a screen that showed these one after the other. */
function faultsOf(rows: readonly MatchRow[], versions: Versions = new Map()): readonly string[] {
  const record = recordShown('the screen', versions, ({ match }) => match.homeTeam === 'Climber');
  for (const one of rows) record.take(showing(one));
  return record.faults;
}

test('accepts a price that rises with its version, also after a pause', () => {
  expect(faultsOf([climber(1, 1.6), climber(2, 1.61), climber(2, 1.61), climber(4, 1.63)])).toEqual([]);
  const record = recordShown('the screen', new Map(), () => true);
  for (const rows of [showing(climber(2, 1.7)), showing(), showing(climber(3, 1.71))]) record.take(rows);
  expect([record.faults, record.changes()]).toEqual([[], 2]);
});

test('detects an older version that replaces a newer one, whatever its price', () => {
  expect(faultsOf([climber(4, 1.6), climber(3, 1.6)])).toEqual([
    'the screen showed version 3 of Climber v Guests after 4',
  ]);
});

test('detects an older version after the match was off the screen', () => {
  const record = recordShown('the screen', new Map(), () => true);
  for (const rows of [showing(climber(5, 1.7)), showing(), showing(climber(4, 1.7))]) record.take(rows);
  expect(record.faults).toEqual(['the screen showed version 4 of Climber v Guests after 5']);
});

test('detects an older price even under a newer version', () => {
  expect(faultsOf([climber(1, 1.62), climber(2, 1.61)])).toEqual([
    'the screen showed 1.61 of Climber v Guests after 1.62',
  ]);
});

test('treats a version with its members in another order as the same', () => {
  const versions: Versions = new Map();
  faultsOf([climber(1, 1.6)], versions);
  const { id, ...rest } = climber(1, 1.6);
  expect(faultsOf([{ ...rest, id }], versions)).toEqual([]);
});

test('detects a version that differs between two screens', () => {
  const versions: Versions = new Map();
  expect(faultsOf([climber(1, 1.6)], versions)).toEqual([]);
  expect(faultsOf([climber(1, 1.7)], versions)).toHaveLength(1);
});
