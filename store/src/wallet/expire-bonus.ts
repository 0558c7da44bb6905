import { expireBonus as expired } from '@touchline/core/bonus';
import { ok, refused } from '@touchline/core/result';
import type { CommandKind, ExpireBonus } from './command.ts';

/** Ends an expired bonus, once; repeated, it is refused because the bonus has ended. */
export const expireBonus: CommandKind<ExpireBonus> = {
  key: ({ bonusId }) => `bonus:${bonusId}:expired`,
  request: ({ bonusId }) => ({ bonus: bonusId }),
  readsBonus: () => true,
  decide: ({ walletId, bonusId }, wallet, facts) => {
    const bonus = facts.bonus(walletId);
    if (bonus?.id !== bonusId) return refused({ code: 'bonus-unknown' });
    const ended = expired({ bonus, wallet, now: facts.now });
    if (!ended.ok) return ended;
    return ok({ event: ended.value.event, bonus: ended.value.bonus });
  },
  answer: (_command, moved, { event }) => ({ ...moved, event }),
};
