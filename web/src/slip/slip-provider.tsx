import type { Slip, SlipEntry } from '@touchline/core/betting';
import type { MatchRow } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Offer } from '../matches/offers.ts';
import { toastError, toastMs, toastSuccess } from '../ui/toast.ts';
import { isWide } from '../ui/use-wide.ts';
import { useHasSlip } from './has-slip.ts';
import { isSlipKept, loadedSlip, loadSlip } from './load-slip.ts';
import type { Market } from './market.ts';
import { type SlipAct, SlipContext, useSlipOfPage } from './slip-context.ts';
import type { SlipActors } from './slip-keeper.tsx';
import type { HouseLimits } from './stake-limits.ts';

type Props = {
  readonly children: ReactNode;
  /** Whether the house takes bets after kick-off. */
  readonly inPlay?: Market['inPlay'] | undefined;
  readonly limits?: HouseLimits | undefined;
};

/**
 * The slip of this page. Its code comes when a slip was kept from an earlier visit or somebody is about to use it; what is done
 * before it has come waits for it.
 */
export function SlipProvider({ children, inPlay = 'open', limits }: Props) {
  const [code, setCode] = useState(loadedSlip);
  const [actors, setActors] = useState<SlipActors>();
  const waiting = useRef<SlipAct[]>([]);

  const withSlip = useCallback(
    (act: SlipAct) => {
      if (actors && code) return act(actors, code);
      waiting.current.push(act);
      loadSlip().then(setCode, () => {
        waiting.current = [];
        toastError('The bet slip could not be loaded. Please reload the page.', toastMs.usual);
      });
    },
    [actors, code],
  );
  useEffect(() => {
    // Nobody has pressed anything yet: that it did not come is said at the first press.
    if (isSlipKept()) loadSlip().then(setCode, () => {});
  }, []);
  useEffect(() => {
    if (!actors || !code) return;
    for (const act of waiting.current.splice(0)) act(actors, code);
  }, [actors, code]);

  const slip = useMemo(() => ({ actors, code, limits, withSlip }), [actors, code, limits, withSlip]);
  return (
    <SlipContext value={slip}>
      {code && <code.SlipKeeper inPlay={inPlay} onReady={setActors} />}
      {children}
    </SlipContext>
  );
}

type SlipOnScreen = {
  readonly entries: Slip;
  readonly count: number;
  readonly isOpen: boolean;
  /** A bet was sent and no answer has come. */
  readonly isUnsure: boolean;
  /** Fetches what the slip is made of, because a press is likely. */
  readonly prepare: () => void;
  /** Puts a price on the slip, opens it and says so; one of the same match is replaced. A price that cannot be had says why. */
  readonly take: (row: MatchRow, offer: Offer) => void;
  readonly add: (entry: SlipEntry) => void;
  readonly remove: (matchId: MatchId) => void;
  readonly toggle: () => void;
  /** Opens the slip and takes the focus there, so that the keyboard goes on inside. */
  readonly enter: () => void;
};

/** The slip as match cards and the top bar see it. */
export function useSlip(): SlipOnScreen {
  const { actors, withSlip } = useSlipOfPage();
  const isMine = useHasSlip();
  const entries = useSelector(actors?.slip, (snapshot) => (isMine && snapshot?.context.entries) || none);
  const isUnsure = useSelector(actors?.slip, (snapshot) => snapshot?.matches('unsure') ?? false);
  const isOpen = useSelector(
    actors?.panel,
    (snapshot) => snapshot !== undefined && (snapshot.matches('open') || snapshot.matches('pinned')),
  );
  const acts = useMemo(
    () => ({
      prepare: () => void loadSlip().catch(() => {}),
      take: (row: MatchRow, offer: Offer) =>
        withSlip((slip, { slipEntryOf }) => {
          const entry = slipEntryOf(row, offer);
          if (entry.ok) addTo(slip, entry.value);
          else toastError(entry.refusal, toastMs.usual);
        }),
      add: (entry: SlipEntry) => withSlip((slip) => addTo(slip, entry)),
      remove: (matchId: MatchId) => withSlip(({ slip }) => slip.send({ type: 'selection removed', matchId })),
      toggle: () => withSlip(({ panel }) => panel.send({ type: 'toggle pressed' })),
      enter: () =>
        withSlip(({ panel }) => {
          panel.send({ type: 'lifted' });
          requestAnimationFrame(() => document.getElementById('bet-slip')?.focus());
        }),
    }),
    [withSlip],
  );
  return { entries, count: entries.length, isOpen, isUnsure, ...acts };
}

function addTo({ slip, panel }: SlipActors, entry: SlipEntry): void {
  const event = { type: 'selection picked', entry } as const;
  if (!slip.getSnapshot().can(event)) return void toastError('Your last bet is still being placed', toastMs.usual);
  slip.send(event);
  panel.send({ type: 'selection added', on: isWide() ? 'wide' : 'narrow' });
  toastSuccess(`Added ${entry.betOutcome} to bet slip`, toastMs.usual);
}

const none: Slip = [];
