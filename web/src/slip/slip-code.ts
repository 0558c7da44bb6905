/** What the slip is made of beside its button. It is fetched when somebody is about to use the slip, not with the page. */
export { slipEntryOf } from '../matches/pick-outcome.ts';
export { OddsSetting } from './odds-setting.tsx';
export { SlipKeeper } from './slip-keeper.tsx';
export { SlipPanel } from './slip-panel.tsx';
