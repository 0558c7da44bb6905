import { z } from 'zod';
import { marketReasonLength, reasonLength } from '../account/index.ts';

/** Why somebody of the house acts, as it crosses the wire: without blanks around it. `isReason` says the same in the browser. */
export const reasonText = z.string().trim().min(reasonLength.least).max(reasonLength.most);
/** The same for what is done to a match or to betting. */
export const marketReasonText = z
  .string()
  .trim()
  .min(marketReasonLength.least, `Please give a reason of at least ${marketReasonLength.least} characters`)
  .max(marketReasonLength.most);
