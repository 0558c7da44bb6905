import type { SlipEntry } from '@touchline/core/betting';
import type { BookedSlip } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { t } from '@touchline/core/language';
import { odds } from '@touchline/core/money';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useParams } from 'wouter';
import { slipByCode } from '../../api/bet-endpoints.ts';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
import { LinkFailed } from '../../bets/link-failed.tsx';
import { useSlip } from '../../slip/index.ts';
import { toastError, toastMs } from '../../ui/toast.ts';

/** Puts the slip of a booking code on the slip, at the current odds, and opens the games. */
export function BookedSlipScreen() {
  const { code = '' } = useParams();
  return <Load key={code} code={code} />;
}

function Load({ code }: { readonly code: string }) {
  const { fill } = useSlip();
  const [, navigate] = useLocation();
  const [{ context }, send] = useLoad(
    () => call(slipByCode, { params: { code } }),
    t('The bet slip could not be loaded.'),
  );
  const { value, error } = context;
  const onLoaded = useEffectEvent((booked: BookedSlip) => {
    const { entries, form } = slipOf(booked);
    if (entries.length > 0) fill({ entries, form, stakeText: '' });
    const gone = booked.selections.length - entries.length;
    if (gone > 0)
      toastError(
        t(
          '{gone, plural, one {{all, plural, one {The selection is no longer on offer} other {1 of # selections is no longer on offer}}} other {# of {all} selections are no longer on offer}}',
          { gone, all: booked.selections.length },
        ),
        toastMs.usual,
      );
    navigate('/games', { replace: true });
  });
  useEffect(() => {
    if (value) onLoaded(value);
  }, [value]);
  if (!error) return <p className="text-muted">{t('Loading the bet slip...')}</p>;
  return (
    <LinkFailed
      title={t('This bet slip could not be loaded')}
      error={error}
      onRetry={() => send({ type: 'refresh' })}
    />
  );
}

function slipOf({ kind, sizes, bankers = [], selections }: BookedSlip) {
  const entries = selections.flatMap(({ matchId, betOutcome, matchName, odds: now }): readonly SlipEntry[] => {
    const price = now === undefined ? undefined : odds(now);
    return price ? [{ matchId: matchId as MatchId, betOutcome, matchName, odds: price }] : [];
  });
  const form = {
    kind,
    stakes: new Map<string, string>(),
    sizes: sizes ?? null,
    bankers: bankers.flatMap((at) => selections[at]?.matchId ?? []),
  };
  return { entries, form };
}
