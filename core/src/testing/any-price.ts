import fc from 'fast-check';
import { Decimal } from '../money/index.ts';

/** A price in ten-thousandths: 10,001 to 10,000,000. */
export const anyTenThousandths = fc.oneof(
  fc.integer({ min: 10_001, max: 60_000 }),
  fc.integer({ min: 10_001, max: 10_000_000 }),
);
/** Converts ten-thousandths to a price, via text. */
export const priceOfTenThousandths = (count: number): Decimal =>
  new Decimal(`${Math.trunc(count / 10_000)}.${String(count % 10_000).padStart(4, '0')}`);

/** Any accepted price: above 1, at most 1,000, four decimals. */
export const anyPrice = anyTenThousandths.map(priceOfTenThousandths);
