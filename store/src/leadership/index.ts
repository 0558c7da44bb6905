export { fencedDb, LeadLost } from './fenced-db.ts';
export { type Candidacy, type StandForLeadOptions, standForLead, type Term } from './stand-for-lead.ts';
