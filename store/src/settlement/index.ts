export { type BetOfWallet, betsOn } from './bets-on.ts';
export { dryRun } from './dry-run.ts';
export { listOperated, type OperatedMatch, type OutcomeExposure, readOperated } from './list-markets.ts';
export { listening } from './listening.ts';
export { movedAlone } from './moved-alone.ts';
export { peopleAmong } from './people.ts';
export {
  type Admin,
  confirmProposal,
  listProposals,
  type Proposal,
  type ProposalRefusal,
  propose,
  rejectProposal,
  ruleAs,
} from './proposals.ts';
export { type AskedDecision, decisionOn, listRulings, type Ruling, rulingOf, wholeDecision } from './rulings.ts';
export { type SettledChunk, type SettleMatchOptions, settleMatch } from './settle-match.ts';
