import { ledgerEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { call } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { BalanceChart, BalanceChartSkeleton } from '../../ledger/balance-chart.tsx';
import { localText } from '../../ledger/moments.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

const machine = loadMachine(
  () => call(ledgerEndpoints.events, { query: { limit: 100 } }),
  msg('Your balance over time could not be loaded.'),
);

type Props = { readonly version: number };

/** A chart of the wallet's last hundred events, loaded again for each new `version` of the wallet; nothing before the first. */
export const BalanceOverTime = ({ version }: Props) => version > 0 && <Chart version={version} />;

function Chart({ version }: Props) {
  const [snapshot, send, actor] = useMachine(machine);
  const { value, error } = snapshot.context;
  const newest = value?.events[0]?.version;
  useEffect(() => {
    const isSettled = actor.getSnapshot().matches('succeeded');
    if (isSettled && newest !== undefined && newest < version) send({ type: 'refresh' });
  }, [version, newest, actor, send]);
  const moments = useMemo(
    () => (value?.events ?? []).map(({ recordedAt, balances }) => ({ at: Date.parse(recordedAt), balances })).reverse(),
    [value],
  );
  return (
    <Card aria-label={t('Balance over time')} className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-strong">{t('Balance over time')}</h2>
        <ButtonLink href="/statement" look="onward">
          {t('See your statement')}
        </ButtonLink>
      </header>
      {moments.length > 0 && <BalanceChart moments={moments} timeText={localText} />}
      {!value && !error && <BalanceChartSkeleton />}
      {!value && error && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-muted">
          {error}
          <Button look="quiet" onClick={() => send({ type: 'refresh' })}>
            {t('Try Again')}
          </Button>
        </p>
      )}
    </Card>
  );
}
