import { readUser } from '@touchline/store/accounts';
import { readExclusionNotice } from '@touchline/store/limits';
import type { SendMailDeps } from './envelope.ts';
import { writeExclusionLetter } from './exclusion-letter.ts';

/** Tells a bettor what the house decided about their account. A decision that another one follows is told by that one's letter. */
export async function sendExclusionLetter(deps: SendMailDeps, exclusionId: number): Promise<void> {
  const told = await readExclusionNotice(deps.db, exclusionId, deps.now());
  const user = told && (await readUser(deps.db, told.userId));
  if (!user) return deps.log.error({ exclusionId }, 'a letter about an exclusion of nobody');
  if (!told.isNewest) return deps.log.info({ exclusionId }, 'an exclusion is not told: another decision followed');
  const { act, until, own } = told;
  const letter = writeExclusionLetter({ act, until, ownUntil: own?.until }, user, deps.publicUrl);
  await deps.post({ from: deps.from, to: { name: user.name, address: user.email }, ...letter });
  deps.log.info({ kind: act, exclusionId }, 'a letter was sent');
}
