import type { MoneyCommand } from '../wallet/index.ts';

const actors: Readonly<Record<MoneyCommand['type'], string>> = {
  'place-bet': 'user:test',
  'judge-bet': 'system:acceptance',
  'cash-out': 'user:test',
  'credit-deposit': 'system:payments',
  'reverse-deposit': 'system:payments',
  'request-withdrawal': 'user:test',
  'decide-withdrawal': 'admin:test',
  'expire-bonus': 'system:bonus',
  'make-adjustment': 'admin:test',
};

/** An actor that may give this command, and a cause. */
export const causeOf = (type: MoneyCommand['type']) => ({ actor: actors[type], cause: 'test' });
