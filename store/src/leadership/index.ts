export { fencedDb } from './fenced-db.ts';
export { hasLeader } from './lead-locks.ts';
export { standForLead, type Term } from './stand-for-lead.ts';
