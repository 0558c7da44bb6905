import * as z from 'zod/mini';
import {
  allExclusionCauses,
  exclusionCauses,
  exclusionKinds,
  type OperatorExclusionRefusal,
  signalKinds,
} from '../../account/index.ts';
import { t } from '../../language/index.ts';
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
      return { code, error: t('Player not found.') };
    case 'own-account':
      return { code, error: t('You cannot do this to your own account.') };
    case 'exclusion-none':
      return { code, error: t('This player is not excluded by the operator.') };
    case 'exclusion-same-admin':
      return { code, error: t('You excluded this player, so another admin has to lift it. Nothing was changed.') };
    case 'exclusion-not-longer':
      return {
        code,
        error:
          refusal.until === null
            ? t('This player is already excluded for good. Another admin can lift that first.')
            : t('This player is already excluded until {time}. Another admin can lift that first.', {
                time: minuteText(refusal.until),
              }),
      };
  }
}
