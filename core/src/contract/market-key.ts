import { z } from 'zod';
import { marketKeys } from '../markets/index.ts';

/** The key of a market, as in `Outcome`. */
export const marketKey = z.enum(marketKeys);
