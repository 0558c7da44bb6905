export { creditDollars, openAccount } from './accounts.ts';
export {
  changeWinner,
  createMatchInPlay,
  inPlayHomeWins,
  judging,
  letDelayPass,
  setScore,
} from './bets-awaiting-acceptance.ts';
export {
  cashingOut,
  confirmPrices,
  correctScore,
  createMatch,
  createPlayer,
  decideMatch,
  finishAndSettle,
  finishMatch,
  homeWins,
  letTimePass,
  type Player,
  placeBet,
  settleEnded,
  type TestMatch,
} from './betting-fixture.ts';
export { askDeposit, depositWithBonus, letBonusRunOut } from './bonus-fixture.ts';
export { causeOf } from './cause-of.ts';
export { changeClocks } from './clock-change.ts';
export { type DatabaseRelay, openDatabaseRelay } from './database-relay.ts';
export { createFaultyPool, type Fault, type FaultyPool } from './faulty-pool.ts';
export { foundBy, playSomeLedger, tamper } from './ledger-fixture.ts';
export { confirmedWithdrawal, openWithdrawals } from './open-withdrawals.ts';
export { readAlerts, readOperations } from './read-alerts.ts';
export { testDataKey } from './test-data-key.ts';
export { createTestDatabase, emptyTestDatabase, onFullDisk, type TestDatabase } from './test-database.ts';
export { verifyAlone, verifyUnsigned } from './verify-alone.ts';
