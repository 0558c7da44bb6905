import { oddsPolicies } from '@touchline/core/account';
import type { OddsPolicy } from '@touchline/core/betting';
import { type Message, msg, t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import { choosePreferences } from '../settings/preferences.ts';
import { Select } from '../ui/select.tsx';
import { useSlipActors } from './slip-context.ts';

const labels: Record<OddsPolicy, Message> = {
  none: msg('Ask me about every change'),
  better: msg('Accept better odds'),
  any: msg('Accept any odds'),
};

/** Selects which odds changes are accepted automatically. The choice is stored. */
export function OddsSetting({ className }: { readonly className?: string }) {
  const { slip } = useSlipActors();
  const policy = useSelector(slip, ({ context }) => context.policy);
  return (
    <Select
      label={t('When the odds move')}
      {...(className && { className })}
      value={policy}
      options={oddsPolicies.map((each) => ({ value: each, label: t(labels[each]) }))}
      onPick={(value) => {
        const chosen = oddsPolicies.find((each) => each === value);
        if (chosen) choosePreferences({ oddsPolicy: chosen });
      }}
    />
  );
}
