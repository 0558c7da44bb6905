import { cents } from '@touchline/core/money';
import { mollieRefundPeriods, type WithdrawalPolicy } from '@touchline/core/payments';

const unlimited = cents(1_000_000_000_00);

/** A policy whose limits no test reaches. */
export const openWithdrawals: WithdrawalPolicy = {
  confirmFrom: unlimited,
  coolDownMs: 0,
  daily: unlimited,
  weekly: unlimited,
  oneAdminUpTo: unlimited,
  flaggedTwoAdminsFrom: unlimited,
  refundPeriods: mollieRefundPeriods,
};

/** A request for a withdrawal whose bettor has confirmed it. */
export const confirmedWithdrawal = {
  fingerprints: [],
  isConfirmed: true,
  policy: openWithdrawals,
  returnsBy: 'test',
} as const;
