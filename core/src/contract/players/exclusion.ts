import * as z from 'zod/mini';
import {
  allExclusionCauses,
  exclusionCauses,
  exclusionKinds,
  type OperatorExclusionRefusal,
  signalKinds,
} from '../../account/index.ts';
import { reasonText } from '../reason-text.ts';
import type { RefusalView } from '../refusal-view.ts';
import { minuteText } from '../utc-text.ts';

const person = z.object({ id: z.string(), name: z.string(), email: z.string() });

/** What keeps a bettor from betting and depositing now: the operator's exclusion, and their own. */
export const playerExclusionView = z.object({
  user: person,
  exclusion: z.nullable(
    z.object({
      cause: z.enum(allExclusionCauses),
      reason: z.string(),
      since: z.string(),
      until: z.nullable(z.string()),
      by: z.string(),
    }),
  ),
  own: z.nullable(z.object({ kind: z.enum(exclusionKinds), since: z.string(), until: z.nullable(z.string()) })),
  /** Other accounts that may belong to the same person, and what they share with this one. */
  shared: z.array(z.object({ user: person, signals: z.array(z.enum(signalKinds)), isExcluded: z.boolean() })),
});
export type PlayerExclusionView = z.infer<typeof playerExclusionView>;

/** `days: null`: for good. */
export const excludePlayerRequest = z.object({
  cause: z.enum(exclusionCauses),
  days: z.nullable(z.int().check(z.gte(1), z.lte(3_660))),
  reason: reasonText,
});
export type ExcludePlayerRequest = z.infer<typeof excludePlayerRequest>;

/** Why an admin could not do this to a player's account. */
export function playerExclusionRefusalView(refusal: OperatorExclusionRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'player-unknown':
      return { code, error: 'There is no such player.' };
    case 'own-account':
      return { code, error: 'You cannot do this to your own account.' };
    case 'exclusion-none':
      return { code, error: 'This player is not excluded by the operator.' };
    case 'exclusion-same-admin':
      return { code, error: 'You excluded this player, so another admin has to lift it. Nothing was changed.' };
    case 'exclusion-not-longer': {
      const end = refusal.until === null ? 'for good' : `until ${minuteText(refusal.until)}`;
      return { code, error: `This player is already excluded ${end}. Another admin can lift that first.` };
    }
  }
}
