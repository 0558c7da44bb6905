import { ok } from '@touchline/core/result';
import { creditDeposit as depositEvent } from '@touchline/core/wallet';
import type { CommandKind, CreditDeposit } from './command.ts';

/** Credits a paid deposit once, however often the provider or the return page reports it. */
export const creditDeposit: CommandKind<CreditDeposit> = {
  key: ({ deposit }) => `deposit:${deposit.providerPaymentId}:paid`,
  request: ({ deposit }) => ({ ...deposit }),
  matches: () => [],
  bets: () => [],
  decide: (command) => {
    const credited = depositEvent(command.deposit);
    return credited.ok ? ok({ event: credited.value }) : credited;
  },
  answer: (_command, moved) => moved,
};
