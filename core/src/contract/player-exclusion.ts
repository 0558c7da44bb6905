import { z } from 'zod';
import {
  allExclusionCauses,
  exclusionCauses,
  exclusionKinds,
  type OperatorExclusionRefusal,
  signalKinds,
} from '../account/index.ts';
import { reasonText } from './reason-text.ts';
import type { RefusalView } from './refusal-view.ts';
import { minuteText } from './utc-text.ts';

/** GET /players/{id}/exclusion (admin): what keeps a bettor from betting and depositing now, by the house and by their own wish. */
export const playerExclusionView = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  exclusion: z
    .object({
      cause: z.enum(allExclusionCauses),
      reason: z.string(),
      since: z.string(),
      until: z.string().nullable(),
      by: z.string(),
    })
    .nullable(),
  own: z.object({ kind: z.enum(exclusionKinds), since: z.string(), until: z.string().nullable() }).nullable(),
  /** Other accounts that may be the same person's, and what they share with this one. */
  shared: z.array(
    z.object({
      user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
      signals: z.array(z.enum(signalKinds)),
      isExcluded: z.boolean(),
    }),
  ),
});
export type PlayerExclusionView = z.infer<typeof playerExclusionView>;
/** POST /players/{id}/exclusion: from now on, for some days or for good (`days: null`). */
export const excludePlayerRequest = z.object({
  cause: z.enum(exclusionCauses),
  days: z.number().int().min(1).max(3_660).nullable(),
  reason: reasonText,
});
export type ExcludePlayerRequest = z.infer<typeof excludePlayerRequest>;
/** POST /players/{id}/exclusion/lift: by another admin than who began it. */
export const liftExclusionRequest = z.object({ reason: reasonText });
export type LiftExclusionRequest = z.infer<typeof liftExclusionRequest>;

/** Why an admin's word about a bettor was not followed. */
export function playerExclusionRefusalView(refusal: OperatorExclusionRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'player-unknown':
      return { code, error: 'There is no such player.' };
    case 'own-account':
      return { code, error: 'Nobody decides this about themselves.' };
    case 'exclusion-none':
      return { code, error: 'This player is not excluded by the operator.' };
    case 'exclusion-same-admin':
      return { code, error: 'You excluded this player: another admin has to lift it. Nothing was changed.' };
    case 'exclusion-not-longer': {
      const end = refusal.until === null ? 'for good' : `until ${minuteText(refusal.until)}`;
      return { code, error: `This player is excluded ${end} already. Another admin can lift that first.` };
    }
  }
}
