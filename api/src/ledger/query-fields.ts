import { moment } from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import { z } from 'zod';

export const walletId = z.uuid().transform((id) => id.toLowerCase() as WalletId);

/** A moment of the contract as Postgres can take it. */
export const utcMoment = moment.transform(utcText);

/** The first and the last moment that both Postgres and four digits of a year can name. */
const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59Z');

/** UTC with six decimals; what is finer is cut off, what is before the year 1 or after 9999 becomes the nearest moment in them. */
export function utcText(text: string): string {
  const decimals = /\.(\d+)/.exec(text)?.[1] ?? '';
  const second = new Date(Math.min(latestMs, Math.max(earliestMs, Date.parse(text.replace(/\.\d+/, '')))));
  return second.toISOString().replace(/\.\d+Z$/, `.${decimals.slice(0, 6).padEnd(6, '0')}Z`);
}
