import { z } from 'zod';
import { type DepositMethod, depositMethods } from './transaction.ts';

/** How many days after a payment the provider accepts a refund. */
export type RefundPeriods = Readonly<Record<DepositMethod, number>>;

/**
 * Cards and Bancontact: "Refund validity" on docs.mollie.com/docs/cards and docs.mollie.com/docs/bancontact. PayPal:
 * help.mollie.com/hc/en-gb/articles/115000014489, which names no limit for iDEAL; we assume a year.
 */
export const mollieRefundPeriods: RefundPeriods = { creditcard: 365, ideal: 365, bancontact: 365, paypal: 180 };

/** Older deposits are not considered for returns. */
export const longestRefundDays = 3_650;

/** Parses `method=days,…`: periods that differ from the provider's defaults. */
export const refundPeriodsVariable = z
  .string()
  .default('')
  .transform((text, context): RefundPeriods => {
    const periods: Record<DepositMethod, number> = { ...mollieRefundPeriods };
    for (const part of text.split(',').filter((entry) => entry.trim() !== '')) {
      const [name = '', days = ''] = part.split('=').map((side) => side.trim());
      const method = depositMethods.find((known) => known === name);
      if (method === undefined) {
        context.addIssue(`names ${name}, which is none of ${depositMethods.join(', ')}`);
        return z.NEVER;
      }
      if (!/^\d{1,4}$/.test(days) || Number(days) > longestRefundDays) {
        context.addIssue(`has no whole number of days (0 to ${longestRefundDays}) for ${method}`);
        return z.NEVER;
      }
      periods[method] = Number(days);
    }
    return periods;
  });
