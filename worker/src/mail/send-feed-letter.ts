import { markIncidentMailed, readIncident } from '@touchline/store/matches';
import type { SendMailDeps } from './envelope.ts';
import { writeFeedLetter } from './feed-letter.ts';

/** One letter per incident, however often it is asked for. */
export async function sendFeedLetter(deps: SendMailDeps, incidentId: string): Promise<void> {
  const incident = await readIncident(deps.db, incidentId);
  if (!incident) return deps.log.error({ kind: 'feed-incident', incidentId }, 'a letter about no incident');
  if (incident.mailedAt !== null) return;
  const to = { name: 'Touchline operator', address: deps.operator };
  await deps.post({ from: deps.from, to, ...writeFeedLetter(incident, deps.publicUrl) });
  await markIncidentMailed(deps.db, incidentId, deps.now());
  deps.log.info({ kind: 'feed-incident', incidentId }, 'a letter was sent');
}
