import type { TransactionId } from '@touchline/core/ids';
import { z } from 'zod';

/** Of an address; whatever is no id is one that nothing has. */
export const transactionId = z.uuid().transform((id) => id.toLowerCase() as TransactionId);
