import { expect, test } from 'vitest';
import { initials } from './crest.tsx';

test.each([
  ['Manchester United', 'MU'],
  ['Arsenal', 'ARS'],
  ['AC Milan', 'MIL'],
  ['Brighton and Hove Albion', 'BHA'],
  ['Saint-Étienne', 'SÉ'],
  ['FC', 'FC'],
])('the crest of %s shows %s', (name, text) => expect(initials(name)).toBe(text));
