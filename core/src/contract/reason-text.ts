import { z } from 'zod';
import { reasonLength } from '../account/index.ts';

/** Why somebody of the house acts, as it crosses the wire: without blanks around it. `isReason` says the same in the browser. */
export const reasonText = z.string().trim().min(reasonLength.least).max(reasonLength.most);
