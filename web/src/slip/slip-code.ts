/** The slip without its button. Loaded when the slip is about to be used, not with the page. */
export { selectionText } from '@touchline/core/markets';
export { slipEntryOf } from '../matches/pick-outcome.ts';
export { OddsSetting } from './odds-setting.tsx';
export { SlipHost } from './slip-host.tsx';
export { SlipPanel } from './slip-panel.tsx';
export { slipOfBet } from './slip-setup.ts';
