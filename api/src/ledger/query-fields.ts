import { moment } from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import { z } from 'zod';

/** Text of a query as Postgres can take it: it cannot hold U+0000. */
export const plainText = z
  .string()
  .max(200)
  .regex(/^[^\0]*$/, 'The question holds a character that cannot be kept.');

export const walletId = z.uuid().transform((id) => id.toLowerCase() as WalletId);

/** A moment of the contract as Postgres can take it. */
export const utcMoment = moment.transform(utcText);

/** The first moment that both Postgres and four digits of a year can name. */
const earliestMs = Date.parse('0001-01-01T00:00:00Z');

/** UTC with six decimals; what is finer is cut off, what is before the year 1 becomes its beginning. */
export function utcText(text: string): string {
  const decimals = /\.(\d+)/.exec(text)?.[1] ?? '';
  const second = new Date(Math.max(earliestMs, Date.parse(text.replace(/\.\d+/, ''))));
  return second.toISOString().replace(/\.\d+Z$/, `.${decimals.slice(0, 6).padEnd(6, '0')}Z`);
}
