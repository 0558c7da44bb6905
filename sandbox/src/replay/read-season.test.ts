import { expect, test } from 'vitest';
import { readDate, readSeason } from './read-season.ts';

const HEADER =
  'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,B365H,B365D,B365A,PSH,PSD,PSA,B365>2.5,B365<2.5';

test('reads a season with BOM, any line ends and date formats, and UK summer time', () => {
  const season = readSeason(
    `\uFEFF${HEADER}\r\nE0,09/08/2025,15:00,Alpha,Beta,2,1,H,1,0,1.5,4.2,6.5,1.52,4.3,6.6,1.8,2\r\nSP1,03/01/26,20:00,Gamma,Delta,0,0,D,0,0,2.5,3.1,3,,,,,\r\n,,,,,,,,,,,,,,,,,\r\n`,
  );
  expect(season).toEqual({
    bad: [],
    matches: [
      {
        division: 'E0',
        sportKey: 'soccer_epl',
        day: '2025-08-09',
        kickoffAt: Date.UTC(2025, 7, 9, 14),
        homeTeam: 'Alpha',
        awayTeam: 'Beta',
        score: { home: 2, away: 1 },
        halfTime: { home: 1, away: 0 },
        books: [
          { key: 'bet365', h2h: { home: 1.5, draw: 4.2, away: 6.5 }, totals: { point: 2.5, over: 1.8, under: 2 } },
          { key: 'pinnacle', h2h: { home: 1.52, draw: 4.3, away: 6.6 }, totals: null },
        ],
      },
      {
        division: 'SP1',
        sportKey: 'soccer_spain_la_liga',
        day: '2026-01-03',
        kickoffAt: Date.UTC(2026, 0, 3, 20),
        homeTeam: 'Gamma',
        awayTeam: 'Delta',
        score: { home: 0, away: 0 },
        halfTime: { home: 0, away: 0 },
        books: [{ key: 'bet365', h2h: { home: 2.5, draw: 3.1, away: 3 }, totals: null }],
      },
    ],
  });
});

test('reads an old season: kick-offs at 15:00 UK time, and the average over/under as bet365’s', () => {
  const season = readSeason(
    'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A,BbAv>2.5,BbAv<2.5\nE0,11/08/2017,Alpha,Beta,4,3,1.53,4.5,6.5,1.61,2.32\n',
  );
  expect(season.matches.map(({ kickoffAt, books }) => ({ kickoffAt, books }))).toEqual([
    {
      kickoffAt: Date.UTC(2017, 7, 11, 14),
      books: [
        { key: 'bet365', h2h: { home: 1.53, draw: 4.5, away: 6.5 }, totals: { point: 2.5, over: 1.61, under: 2.32 } },
      ],
    },
  ]);
});

test('reports unusable rows with their line and keeps the others', () => {
  const rows = [
    'E0,09/08/2025,15:00,Alpha,Beta,2,1,H,1,0,1.5,4.2,6.5,,,,,',
    'E0,31/02/2025,15:00,Alpha,Gamma,2,1,H,1,0,1.5,4.2,6.5,,,,,',
    'ZZ,09/08/2025,15:00,Alpha,Delta,2,1,H,1,0,1.5,4.2,6.5,,,,,',
    'E0,09/08/2025,25:00,Beta,Gamma,2,1,H,1,0,1.5,4.2,6.5,,,,,',
    'E0,09/08/2025,15:00,,Gamma,2,1,H,1,0,1.5,4.2,6.5,,,,,',
    'E0,10/08/2025,15:00,Delta,Gamma,,,,,,1.5,4.2,6.5,,,,,',
    'E0,10/08/2025,15:00,Beta,Delta,1,1,D,0,0,abc,4.2,6.5,,,,,',
    'E0,09/08/2025,15:00,Alpha,Beta,2,1,H,1,0,1.5,4.2,6.5,,,,,',
    'E0,10/08/2025,15:00,Beta,Gamma',
    'E0,11/08/2025,15:00,Gamma,Alpha,0,3,A,0,1,6,4,1.5,,,,,',
  ];
  const { matches, bad } = readSeason([HEADER, ...rows].join('\n'));
  expect(bad).toEqual([
    { line: 3, reason: 'no date in "31/02/2025"', effect: 'row skipped' },
    { line: 4, reason: 'unknown division "ZZ"', effect: 'row skipped' },
    { line: 5, reason: 'no time in "25:00"', effect: 'row skipped' },
    { line: 6, reason: 'a team is missing', effect: 'row skipped' },
    { line: 7, reason: 'no final score in ""-""', effect: 'row skipped' },
    { line: 8, reason: 'B365H is no price: "abc"', effect: 'prices left out' },
    { line: 9, reason: 'the same match as line 2', effect: 'row skipped' },
    { line: 10, reason: 'no final score in ""-""', effect: 'row skipped' },
  ]);
  expect(matches.map(({ homeTeam, awayTeam, books }) => [homeTeam, awayTeam, books.length])).toEqual([
    ['Alpha', 'Beta', 1],
    ['Beta', 'Delta', 0],
    ['Gamma', 'Alpha', 1],
  ]);
});

test('reads two-digit years up to 89 as this century', () => {
  expect(readDate('01/05/93')).toEqual({ year: 1993, month: 5, day: 1 });
  expect(readDate('1/5/24')).toEqual({ year: 2024, month: 5, day: 1 });
  expect(readDate('2025-05-10')).toEqual({ year: 2025, month: 5, day: 10 });
  expect(readDate('05-10-2025')).toBeNull();
});
