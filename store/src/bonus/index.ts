export { type DueBonus, listDueBonuses, readBonus } from './read-bonus.ts';
export { viewBonus } from './view-bonus.ts';
