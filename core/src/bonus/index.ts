export { type Bonus, type BonusStatus, type BonusTerms, bonusStatuses, isActive, stakeBonus } from './bonus.ts';
export {
  type BonusLossRefusal,
  type BonusState,
  type ExpiryRefusal,
  endByReversal,
  expireBonus,
  forfeitByWithdrawal,
} from './end-bonus.ts';
export { type BonusEvent, bonusFor, type GrantedBonus, grantBonus } from './grant-bonus.ts';
export { bonusTermsFrom, bonusVariables, standardTerms } from './offer.ts';
export { type ReturnedStake, returnStake } from './return-stake.ts';
export { type RolledBackShares, rollBackShares } from './roll-back.ts';
export { bonusShare, type MixedBet, type SharedSettlement, shareSettlement } from './share-settlement.ts';
export { bonusTermsPage, bonusTermsText, type TermsSection } from './terms-text.ts';
