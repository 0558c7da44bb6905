import { useLocation } from 'wouter';
import type { SlipReturn } from '../payments/slip-return.ts';
import { useSlipContext } from './slip-context.ts';
import { withOpenSlip } from './slip-keys.ts';

/** Goes back to the page of a slip that was left for a deposit or a registration, and opens the slip with its stake. */
export function useReturnToSlip(): (left: SlipReturn) => void {
  const [, navigate] = useLocation();
  const { withSlip } = useSlipContext();
  return ({ path, stakeText }) => {
    navigate(path, { replace: true, state: withOpenSlip });
    withSlip(({ slip, panel }) => {
      slip.send({ type: 'set stake', text: stakeText });
      panel.send({ type: 'expand' });
    });
  };
}
