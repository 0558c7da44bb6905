import { passwordRequirements, passwordStrength } from '@touchline/core/account';
import { t } from '@touchline/core/language';
import { Check, Circle } from 'lucide-react';
import { useField } from 'react-final-form';
import { rich } from '../language/rich.tsx';
import { classes } from '../ui/classes.ts';

/** The requirements of a new password, checked while it is typed, and its strength. */
export function PasswordChecklist({ name }: { readonly name: string }) {
  const password = useField<string>(name, { subscription: { value: true } }).input.value;
  const { met, label } = passwordStrength(password);
  const strength = t(label);
  const parts = passwordRequirements.length;
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <meter aria-label={t('Password strength')} min={0} max={parts} value={met} className="sr-only">
          {strength}
        </meter>
        <div aria-hidden="true" className="grid grid-flow-col auto-cols-fr gap-1">
          {passwordRequirements.map(({ code }, index) => (
            <span
              key={code}
              className={classes('h-1.5 rounded-round transition-colors', index < met ? colourOf(met) : 'bg-hover')}
            />
          ))}
        </div>
        <p className="text-small text-muted">
          {rich('Strength: <label></label>', {
            label: () => <span className="font-strong text-ink">{strength}</span>,
          })}
        </p>
      </div>
      <ul className="grid gap-1 text-small">
        {passwordRequirements.map(({ code, label: text, isMet }) => {
          const isDone = isMet(password);
          const Icon = isDone ? Check : Circle;
          return (
            <li key={code} className={classes('flex items-center gap-2', isDone ? 'text-pitch' : 'text-muted')}>
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {t(text)}
              <span className="sr-only">{isDone ? t(', done') : t(', missing')}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function colourOf(met: number): string {
  if (met <= 2) return 'bg-live';
  return met <= 4 ? 'bg-gold' : 'bg-pitch';
}
