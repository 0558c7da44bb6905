import { t } from '@touchline/core/language';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { rich } from '../../language/rich.tsx';
import { fitting } from '../../ledger/filter-fields.tsx';
import { exactUtcText, momentFromUtcField } from '../../ledger/moments.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/field.tsx';
import { dollarsText } from '../../ui/money.tsx';
import type { ledgerWalletMachine } from './ledger-wallet-machine.ts';
import type { WalletView } from './wallet-view.ts';

type Props = {
  readonly snapshot: SnapshotFrom<typeof ledgerWalletMachine>;
  readonly view: WalletView;
  readonly send: (event: EventFrom<typeof ledgerWalletMachine>) => void;
};

/** Asks the server for the balances at a moment and compares them with the page's own sum. */
export function MomentForm({ snapshot, view, send }: Props) {
  const [text, setText] = useState('');
  const at = momentFromUtcField(text);
  const isAsking = snapshot.matches({ shown: { moment: 'loading' } });
  const isUnknown = snapshot.matches({ shown: { moment: 'failed' } });
  const { moment } = view;
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-3 max-sm:w-full"
        onSubmit={(event) => {
          event.preventDefault();
          if (at !== undefined) send({ type: 'choose moment', at });
        }}
      >
        <Field
          label={t('Go to the moment (UTC)')}
          type="datetime-local"
          step={1}
          className={classes(fitting, 'w-68 max-sm:min-w-0 max-sm:flex-1')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="quiet" disabled={at === undefined} isBusy={isAsking}>
          {t('Go')}
        </Button>
      </form>
      {isUnknown && (
        <p role="alert" className="w-full text-live">
          {`${snapshot.context.message} ${t('Press Go to retry.')}`}
        </p>
      )}
      {moment && (
        <div
          role="status"
          className={classes(
            'flex w-full items-start justify-between gap-2 rounded-small border py-1 pl-3',
            moment.agrees === false ? 'border-live/60 bg-live-soft' : 'border-line bg-raised',
          )}
        >
          <p className="py-1.5 figures">
            {rich(
              "At {time} the ledger's entries sum to <b>{cash}</b> cash, {staked} in open bets, {held} held, {bonus} bonus.",
              {
                time: exactUtcText(moment.at).replace(/\.\d+/, ''),
                cash: dollarsText(moment.balances.cash),
                staked: dollarsText(moment.balances.staked),
                held: dollarsText(moment.balances.held),
                bonus: dollarsText(moment.balances.bonus),
                b: (text) => <strong className="font-strong">{text}</strong>,
              },
            )}{' '}
            {agreement(moment.agrees)}
          </p>
          <IconButton
            label={t('Dismiss')}
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={() => send({ type: 'clear moment' })}
          />
        </div>
      )}
    </>
  );
}

function agreement(agrees: boolean | undefined): string {
  if (agrees === undefined) return t('This moment is before the loaded events.');
  return agrees ? t('The steps below agree.') : t('The steps below disagree.');
}
