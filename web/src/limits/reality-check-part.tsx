import { t } from '@touchline/core/language';
import { Select } from '../ui/select.tsx';
import type { Limits } from './limits-machine.ts';

const choices = [null, 15, 30, 60, 120, 240];
const label = (minutes: number | null): string => {
  if (minutes === null) return t('Never');
  if (minutes < 60) return t('Every {minutes} minutes', { minutes });
  return minutes === 60 ? t('Every hour') : t('Every {hours} hours', { hours: minutes / 60 });
};

/** Selects how often the bettor is reminded of the time played. */
export function RealityCheckPart({ minutes, limits }: { readonly minutes: number | null; readonly limits: Limits }) {
  const [snapshot, send] = limits;
  const options = [...new Set([...choices, minutes])].map((value) => ({ value: String(value), label: label(value) }));
  return (
    <section
      aria-labelledby="reality-check"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5"
    >
      <div className="min-w-60 flex-1">
        <h3 id="reality-check" className="font-strong">
          {t('Reality check')}
        </h3>
        <p className="text-small text-muted">
          {t('A reminder of how long you have played, your stakes and your net result.')}
        </p>
      </div>
      <Select
        label={t('Reality check')}
        className="w-full sm:w-56"
        value={String(minutes)}
        options={options}
        aria-disabled={snapshot.matches({ open: 'saving' }) || undefined}
        onPick={(value) =>
          send({
            type: 'change',
            change: { kind: 'reality check', input: { body: { minutes: value === 'null' ? null : Number(value) } } },
          })
        }
      />
    </section>
  );
}
