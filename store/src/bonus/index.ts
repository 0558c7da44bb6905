export { type DueBonus, listDueBonuses, readBonus } from './read-bonus.ts';
