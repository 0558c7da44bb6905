export {
  confirmPrices,
  createMatch,
  createPlayer,
  finishMatch,
  homeWins,
  type Player,
  settleEnded,
  type TestMatch,
} from './betting-world.ts';
export { askDeposit, depositWithBonus, letBonusRunOut } from './bonus-world.ts';
export { type DatabaseRelay, openDatabaseRelay } from './database-relay.ts';
export { createFaultyPool, type Fault, type FaultyPool } from './faulty-pool.ts';
export {
  changeWinner,
  createMatchInPlay,
  eightSeconds,
  heldHomeWins,
  judging,
  letDelayPass,
  setScore,
} from './held-bets.ts';
export { createSigningKey, playSomeLedger, tamper } from './ledger-world.ts';
export { confirmedWithdrawal, openWithdrawals } from './open-withdrawals.ts';
export { readAlerts, readOperations } from './read-alerts.ts';
export { testDataKey } from './test-data-key.ts';
export { createTestDatabase, emptyTestDatabase, type TestDatabase } from './test-database.ts';
