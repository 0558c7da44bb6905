import { z } from 'zod';
import { type DepositMethod, depositMethods } from './transaction.ts';

/** For how many days after a payment the provider accepts its refund. */
export type RefundPeriods = Readonly<Record<DepositMethod, number>>;

/**
 * Cards and Bancontact: "Refund validity" on docs.mollie.com/docs/cards and docs.mollie.com/docs/bancontact. PayPal:
 * help.mollie.com/hc/en-gb/articles/115000014489. That page names no limit for iDEAL; a year is what we count on.
 */
export const mollieRefundPeriods: RefundPeriods = { creditcard: 365, ideal: 365, bancontact: 365, paypal: 180 };

/** No deposit older than this is read for a return. */
export const longestRefundDays = 3_650;

/** `method=days,…`: periods other than the provider's usual ones. */
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
