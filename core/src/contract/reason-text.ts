import * as z from 'zod/mini';
import { marketReasonLength, reasonLength } from '../account/index.ts';
import { schemaText } from '../language/index.ts';

/** Why an admin acts, without surrounding blanks. `isReason` checks the same in the browser. */
export const reasonText = z.string().check(z.trim(), z.minLength(reasonLength.least), z.maxLength(reasonLength.most));
/** The same for matches and for betting. */
export const marketReasonText = z
  .string()
  .check(
    z.trim(),
    z.minLength(marketReasonLength.least, schemaText('Please give a reason of at least 5 characters')),
    z.maxLength(marketReasonLength.most),
  );
