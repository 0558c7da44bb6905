import * as z from 'zod/mini';
import { marketReasonLength, reasonLength } from '../account/index.ts';
import { schemaText } from '../language/index.ts';

/** Why an admin acts, without surrounding blanks. `isReason` checks the same in the browser. */
export const reasonText = z.string().check(z.trim(), z.minLength(reasonLength.least), z.maxLength(reasonLength.most));
// The type keeps the number in the text that of the limit.
const tooShort: `Please give a reason of at least ${typeof marketReasonLength.least} characters` = schemaText(
  'Please give a reason of at least 5 characters',
);
/** The same for matches and for betting. */
export const marketReasonText = z
  .string()
  .check(z.trim(), z.minLength(marketReasonLength.least, tooShort), z.maxLength(marketReasonLength.most));
