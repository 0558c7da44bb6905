export { hasSlip, useHasSlip } from './has-slip.ts';
export { SkipToSlip } from './skip-to-slip.tsx';
export { SlipButton } from './slip-button.tsx';
export { OddsSetting, SlipPanel } from './slip-parts.tsx';
export { SlipProvider, useSlip } from './slip-provider.tsx';
