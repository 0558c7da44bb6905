import { t } from '@touchline/core/language';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import type { Wallet } from './wallet-timeline.ts';
import type { WalletView } from './wallet-view.ts';

type Props = {
  readonly wallet: Wallet;
  readonly view: WalletView;
  readonly onShow: (index: number) => void;
};

/** Whether the loaded events add up by the page's own arithmetic. */
export function Verdict({ wallet, view, onShow }: Props) {
  const { fault } = view;
  const count = wallet.events.length;
  if (count === 0) return null;
  const Icon = fault ? TriangleAlert : CircleCheck;
  return (
    <div
      role="status"
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border px-4 py-2.5',
        fault ? 'border-live/60 bg-live-soft' : 'border-pitch/40 bg-pitch-soft',
      )}
    >
      <Icon aria-hidden="true" className={classes('size-5 shrink-0', fault ? 'text-live' : 'text-pitch')} />
      {fault ? (
        <>
          <p className="min-w-0 flex-1">
            <strong className="font-strong text-live">
              {t('Version {version} does not add up:', { version: fault.version })}
            </strong>{' '}
            {fault.sentence}
          </p>
          <Button look="danger" onClick={() => onShow(view.steps.findIndex(({ event }) => event.seq === fault.seq))}>
            {t('Show it')}
          </Button>
        </>
      ) : (
        <p className="min-w-0 flex-1">
          <strong className="font-strong text-pitch">{t('It adds up.')}</strong>{' '}
          {t(
            wallet.next === null
              ? 'All {count, plural, one {# event was} other {# events were}} recomputed in this browser: entries sum to zero, every balance follows from the one before, and each event contains the hash of the one before.'
              : 'The newest {count, plural, one {# event was} other {# events were}} recomputed in this browser: entries sum to zero, every balance follows from the one before, and each event contains the hash of the one before.',
            { count },
          )}
        </p>
      )}
    </div>
  );
}
