export { fencedDb, LeadLost } from './fenced-db.ts';
export { hasLeader } from './has-leader.ts';
export { type Candidacy, type StandForLeadOptions, standForLead, type Term } from './stand-for-lead.ts';
