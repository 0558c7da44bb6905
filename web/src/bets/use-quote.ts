import { type BetView, betEndpoints, type CashOutPush, type CashOutView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useLoad } from '../api/load-machine.ts';
import { useBetRoom } from '../live/rooms.ts';

/** How long a pushed value may take after a match has changed, and by how much more screens that wait for one differ. */
const pushMs = { least: 1_500, spread: 1_000 } as const;
/** A value is pushed again before this time is over. */
const currentMs = 20_000;

/**
 * What a bet is worth: the newest of what was fetched and what was pushed, but as `value` nothing that is about an earlier version of the
 * bet. It is fetched again if no push comes when one is due.
 */
export function useQuote({ _id: id, version: betVersion }: Pick<BetView, '_id' | 'version'>) {
  const [{ context }, send] = useLoad(
    () => call(betEndpoints.quoteCashOut, { params: { id } }),
    t('The value could not be loaded.'),
  );
  const [pushed, setPushed] = useState<CashOutPush>();
  useBetRoom(id, (quote) => setPushed((before) => (before && isOlder(quote, before) ? before : quote)));
  const { value: loaded, error } = context;
  const newestValue: CashOutView | undefined =
    pushed && loaded && !isOlder(pushed, loaded) ? { ...pushed, ...(loaded.rule && { rule: loaded.rule }) } : loaded;
  const value = newestValue && newestValue.betVersion >= betVersion ? newestValue : undefined;
  const refresh = () => send({ type: 'refresh' });
  const newest = useRef(0);
  newest.current = value?.version ?? 0;
  const expects = (version: number) => {
    setTimeout(
      () => {
        if (newest.current < version) refresh();
      },
      pushMs.least + Math.random() * pushMs.spread,
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins again with each value, and with each failure
  useEffect(() => {
    const timer = setTimeout(refresh, currentMs);
    return () => clearTimeout(timer);
  }, [context, pushed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what changes the value
  useEffect(refresh, [betVersion]);
  return { value, newestValue, error: value ? undefined : error, refresh, expects };
}

const isOlder = (quote: Versions, than: Versions): boolean =>
  quote.betVersion - than.betVersion < 0 ||
  (quote.betVersion === than.betVersion &&
    (quote.version < than.version || (quote.version === than.version && quote.expiresAt < than.expiresAt)));
type Versions = Pick<CashOutView, 'version' | 'betVersion' | 'expiresAt'>;
