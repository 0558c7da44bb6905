export { OddsSetting } from './odds-setting.tsx';
export { SlipButton } from './slip-button.tsx';
export { SlipPanel } from './slip-panel.tsx';
export { SlipProvider, useSlip } from './slip-provider.tsx';
