export { SlipButton } from './slip-button.tsx';
export { OddsSetting, SkipToSlip, SlipPanel } from './slip-parts.tsx';
export { hasSlip, SlipProvider, useHasSlip, useSlip } from './slip-provider.tsx';
