export { type Bonus, type BonusStatus, type BonusTerms, isActive, stakeBonus } from './bonus.ts';
export {
  type BonusLossRefusal,
  type ExpiryRefusal,
  endByReversal,
  expireBonus,
  forfeitByWithdrawal,
} from './end-bonus.ts';
export { bonusFor, type GrantedBonus, grantBonus } from './grant-bonus.ts';
export { bonusTermsFrom, bonusVariables, standardTerms } from './offer.ts';
export { returnStake } from './return-stake.ts';
export { rollBackShares } from './roll-back.ts';
export { bonusPart, shareSettlement } from './share-settlement.ts';
export { bonusTermsText } from './terms-text.ts';
