import { describe, expect, test } from 'vitest';
import { isGuessable } from './guessable-password.ts';

const owner = ['ada@lovelace.example', 'Ada Lovelace'];

describe('a new password', () => {
  test.each(['password', 'Password1', 'Trustno1!', '12345678', 'qwertyuiop', 'iloveyou'])(
    '%s is refused: it is on the list of leaked passwords',
    (password) => expect(isGuessable(password, owner)).toBe(true),
  );

  test.each(['Touchline2026!', 'admin-1234', '2026Betting', '!!Auditor99'])(
    '%s is refused: a word of the product with digits around it',
    (password) => expect(isGuessable(password, owner)).toBe(true),
  );

  test.each(['ada-lovelace-1815', 'AdaLovelace!', 'ada@lovelace.example'])(
    '%s is refused: the name or address of its owner',
    (password) => expect(isGuessable(password, owner)).toBe(true),
  );

  test.each([
    'correct horse battery staple',
    'Analytical-Engine-1843',
    'touchline keeps my balance',
    'ünïcödé pässwörter',
  ])('%s is accepted', (password) => expect(isGuessable(password, owner)).toBe(false));
});
