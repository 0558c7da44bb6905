import { readSeasonFile } from '@touchline/e2e/season-file';
import { readSeason } from '@touchline/sandbox/season';
import { expect, test } from 'vitest';

/** A match as either reader returns it; prices are numbers here, the goal line is 2.5. */
type Read = readonly [day: string, teams: string, score: string, winner: readonly number[], goals: readonly number[]];

const byBench = (csv: string): readonly Read[] =>
  readSeasonFile(csv).map(({ day, homeTeam, awayTeam, homeGoals, awayGoals, odds }) => [
    day,
    `${homeTeam} v ${awayTeam}`,
    `${homeGoals}-${awayGoals}`,
    [odds.home, odds.draw, odds.away].flatMap((price) => (price === undefined ? [] : [Number(price)])),
    [odds.over, odds.under].flatMap((price) => (price === undefined ? [] : [Number(price)])),
  ]);

/** The prices quoted to the product: bet365's market, or another's where it has none. */
const bySandbox = (csv: string): readonly Read[] =>
  readSeason(csv).matches.map(({ day, homeTeam, awayTeam, score, books }) => {
    const h2h = books.find((book) => book.h2h)?.h2h;
    const totals = books.find((book) => book.totals)?.totals;
    return [
      day,
      `${homeTeam} v ${awayTeam}`,
      `${score.home}-${score.away}`,
      h2h ? [h2h.home, h2h.draw, h2h.away] : [],
      totals ? [totals.over, totals.under] : [],
    ];
  });

const files: readonly (readonly [what: string, csv: string, matches: readonly Read[]])[] = [
  [
    'of today, with a BOM, CRLF, a comma too many and empty lines at the end',
    '\uFEFFDiv,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A,B365>2.5,B365<2.5\r\n' +
      'E0,16/08/2025,15:00,Alpha,Beta,2,1,1.5,4.2,6.5,1.8,2,\r\n,,,,,,,,,,,\r\n\r\n',
    [['2025-08-16', 'Alpha v Beta', '2-1', [1.5, 4.2, 6.5], [1.8, 2]]],
  ],
  [
    'of 2005 to 2019: no times, two digits of the year, an average for over and under',
    'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A,BbAvH,BbAvD,BbAvA,BbAv>2.5,BbAv<2.5\n' +
      'D1,05/08/05,Alpha,Beta,3,0,1.53,3.75,6.5,1.52,3.7,6.1,1.95,1.83\n' +
      'D1,06/08/05,Gamma,Delta,1,1,,,,2.02,3.21,3.44,1.9,1.85\n',
    [
      ['2005-08-05', 'Alpha v Beta', '3-0', [1.53, 3.75, 6.5], [1.95, 1.83]],
      ['2005-08-06', 'Gamma v Delta', '1-1', [2.02, 3.21, 3.44], [1.9, 1.85]],
    ],
  ],
  [
    'of the turn of the century: other bookmakers, no over and under',
    'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,GBH,GBD,GBA,IWH,IWD,IWA,LBH,LBD,LBA,SBH,SBD,SBA\n' +
      'SP1,28/12/99,Alpha,Beta,0,2,A,1.615,3.4,5,1.6,3.3,4.5,1.57,3.4,5.5,1.6,3.5,4.8\n' +
      'SP1,02/01/00,Beta,Alpha,1,1,D,2.1,3.2,3.1,2,3,3.2,,,,2,3,3.2\n',
    [
      ['1999-12-28', 'Alpha v Beta', '0-2', [1.57, 3.4, 5.5], []],
      ['2000-01-02', 'Beta v Alpha', '1-1', [2.1, 3.2, 3.1], []],
    ],
  ],
  [
    'with rows that are no played match of ours: abandoned, postponed, of another league, twice, without a date or a team',
    'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,B365H,B365D,B365A\n' +
      'I1,18/08/2019,18:00,Alpha,Beta,,,,1.5,4.2,6.5\n' +
      'I1,18/08/2019,18:00,Alpha,Gamma,P,P,,1.5,4.2,6.5\n' +
      'E1,18/08/2019,18:00,Alpha,Delta,2,0,H,1.5,4.2,6.5\n' +
      'I1,18/08/2019,18:00,Beta,Gamma,2,0,H,1.5,4.2,6.5\n' +
      'I1,18/08/2019,18:00,Beta,Gamma,3,0,H,1.4,4.2,6.5\n' +
      'I1,31/02/2020,18:00,Beta,Delta,2,0,H,1.5,4.2,6.5\n' +
      'I1,18/08/2019,18:00,,Delta,2,0,H,1.5,4.2,6.5\n' +
      'I1,18/08/2019,25:00,Gamma,Delta,2,0,H,1.5,4.2,6.5\n' +
      'I1,18/08/2019,18:00,Delta,Delta,2,0,H,1.5,4.2,6.5\n' +
      'I1,20/08/2019\n' +
      'I1,19/08/2019,20:45,Awarded,Forfeited,3,0,H,,,\n',
    [
      ['2019-08-18', 'Beta v Gamma', '2-0', [1.5, 4.2, 6.5], []],
      ['2019-08-19', 'Awarded v Forfeited', '3-0', [], []],
    ],
  ],
  [
    'rewritten by another program: ISO dates, goals with a point, seconds, spaces and quotes',
    'Div , Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A,AvgH,AvgD,AvgA,P>2.5,P<2.5\r' +
      'F1,2020-01-05,20:45:00,"St Etienne", O\'Higgins ,1.0,0.0,0,4.2,6.5,1.81,3.4,4.15,1.9,1.95\r' +
      'F1,2020-01-06,20:45:00,Half "quoted,Beta,0.0,0.0,n/a,1,,,,,1.9,#\r',
    [
      ['2020-01-05', "St Etienne v O'Higgins", '1-0', [1.81, 3.4, 4.15], [1.9, 1.95]],
      ['2020-01-06', 'Half "quoted v Beta', '0-0', [], []],
    ],
  ],
  ['without a single match', 'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n', []],
];

test.each(files)('the replay and the checker read the same prices and results from a file %s', (_, csv, matches) => {
  expect([byBench(csv), bySandbox(csv)]).toEqual([matches, matches]);
});
