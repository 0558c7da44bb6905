export { fencedDb, LeadLost } from './fenced-db.ts';
export { hasLeader } from './lead-locks.ts';
export { type Candidacy, type StandForLeadOptions, standForLead, type Term } from './stand-for-lead.ts';
