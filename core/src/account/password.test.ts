import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meetsAllRequirements, passwordRequirements, passwordStrength } from './password.ts';

const met = (password: string) =>
  passwordRequirements.filter((requirement) => requirement.isMet(password)).map((requirement) => requirement.code);

describe('the checklist of a new password', () => {
  test('lists five requirements, in this order', () => {
    expect(passwordRequirements.map((requirement) => requirement.label)).toEqual([
      'At least 8 characters',
      'One uppercase letter',
      'One lowercase letter',
      'One number',
      'One special character',
    ]);
  });

  test.each([
    ['', []],
    ['abcdefg', ['lowercase']],
    ['abcdefgh', ['length', 'lowercase']],
    ['A', ['uppercase']],
    ['7', ['digit']],
    ['!', ['special']],
    ['-', ['special']],
    ['_', ['special']],
    ['€', ['special']],
    ['⚽', ['special']],
    ['        ', ['length']],
    ['Ä', ['uppercase']],
    ['ß', ['lowercase']],
    ['٣', ['digit']],
    ['球', []],
    ['e\u0301', ['lowercase']],
    ['Touchline1!', ['length', 'uppercase', 'lowercase', 'digit', 'special']],
  ])('%j meets %j', (password, codes) => {
    expect(met(password)).toEqual(codes);
  });
});

describe('the strength of a password', () => {
  test.each([
    ['', 0, 'Very Weak'],
    ['a', 1, 'Weak'],
    ['aB', 2, 'Fair'],
    ['aB1', 3, 'Good'],
    ['aB1!', 4, 'Strong'],
    ['aaaaB1!!', 5, 'Very Strong'],
  ])('%j meets %i requirements: %s', (password, count, label) => {
    expect(passwordStrength(password)).toEqual({ met: count, label });
  });

  test('a password may be set exactly when its strength is the highest', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '1', '!', ' ', 'é'), maxLength: 12 }), (password) => {
        expect(meetsAllRequirements(password)).toBe(passwordStrength(password).met === passwordRequirements.length);
      }),
    );
  });
});
