import { expect, test } from 'vitest';
import { betName, betText } from '../betting/index.ts';
import { inLanguage } from '../language/catalogues.ts';
import { derivedKeys, derivedMarket } from './derived-markets.ts';
import { matchNameText, type Outcome, outcomeFromLabel, outcomeLabel, selectionText } from './index.ts';

const matchName = 'Arsenal vs Chelsea';
const teams = { homeTeam: 'Arsenal', awayTeam: 'Chelsea' };

test.each([
  ['Arsenal Win', 'Sieg Arsenal', 'Gana Arsenal'],
  ['Over 2.5', 'Über 2,5', 'Más 2,5'],
  ['Asian handicap: Chelsea +0.25', 'Asiatisches Handicap: Chelsea +0,25', 'Hándicap asiático: Chelsea +0,25'],
  ['Half-time/full-time: Draw/Arsenal', 'Halbzeit/Endstand: Unentschieden/Arsenal', 'Descanso/Final: Empate/Arsenal'],
  [
    'Builder: Arsenal Win + Both teams to score: Yes',
    'Bet Builder: Beide Teams treffen: Ja + Sieg Arsenal',
    'Apuesta creada: Ambos equipos marcan: Sí + Gana Arsenal',
  ],
])('a screen shows %s in its language', (betOutcome, german, spanish) => {
  const shown = () => selectionText({ betOutcome, matchName });
  expect([shown(), inLanguage('de', shown), inLanguage('es', shown)]).toEqual([betOutcome, german, spanish]);
});

test('a selection of an unknown team, or of no market, keeps its text', () => {
  const shown = (betOutcome: string) => inLanguage('de', () => selectionText({ betOutcome }));
  expect([shown('Inter Win'), shown('Inter by 1')]).toEqual(['Sieg Inter', 'Inter by 1']);
});

test('every derived selection keeps its English label in every language, and its label leads back to it', () => {
  for (const language of ['de', 'es'] as const) {
    for (const market of derivedKeys) {
      const { lines, rules } = derivedMarket(market);
      for (const pick of Object.keys(rules(0))) {
        const outcome = { market, pick, ...(lines && { point: lines[0] }) } as Outcome;
        const english = outcomeLabel(teams, outcome);
        expect(inLanguage(language, () => outcomeLabel(teams, outcome))).toBe(english);
        expect(inLanguage(language, () => outcomeFromLabel(teams, english))).toEqual(outcome);
        expect(
          inLanguage(language, () => selectionText({ betOutcome: english, matchName })),
          english,
        ).not.toBe(english);
      }
    }
  }
});

test('the name of a bet is stored in English and shown in the language', () => {
  const bet = {
    matches: ['Arsenal Win', 'Draw', 'Over 2.5'].map((betOutcome) => ({ betOutcome, matchName })),
    system: { sizes: [2], bankers: [0] },
  };
  expect(inLanguage('de', () => [betName(bet), betText(bet), matchNameText({ matchName })])).toEqual([
    'System 2 of 2 with 1 banker: Arsenal Win + Draw + Over 2.5',
    'System 2 aus 2 mit 1 Bank: Sieg Arsenal + Unentschieden + Über 2,5',
    'Arsenal – Chelsea',
  ]);
});
