import { oddsPolicies } from '@touchline/core/account';
import type { OddsPolicy } from '@touchline/core/betting';
import { useSelector } from '@xstate/react';
import { choosePreferences } from '../settings/preferences.ts';
import { Select } from '../ui/select.tsx';
import { useSlipActors } from './slip-context.ts';

const labels: Record<OddsPolicy, string> = {
  none: 'Ask me about every change',
  better: 'Accept better odds',
  any: 'Accept any odds',
};
const options = oddsPolicies.map((policy) => ({ value: policy, label: labels[policy] }));

/** Selects which odds changes are accepted automatically. The choice is stored. */
export function OddsSetting({ className }: { readonly className?: string }) {
  const { slip } = useSlipActors();
  const policy = useSelector(slip, ({ context }) => context.policy);
  return (
    <Select
      label="When the odds move"
      {...(className && { className })}
      value={policy}
      options={options}
      onPick={(value) => {
        const chosen = oddsPolicies.find((each) => each === value);
        if (chosen) choosePreferences({ oddsPolicy: chosen });
      }}
    />
  );
}
