import type { Role } from '@touchline/core/account';
import type { Slip, SlipEntry } from '@touchline/core/betting';
import type { BetView, MatchRow } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Offer } from '../matches/offers.ts';
import { useSession } from '../session/index.ts';
import { toastError, toastMs, toastSuccess } from '../ui/toast.ts';
import { isWide } from '../ui/use-wide.ts';
import { isSlipStored, loadedSlip, loadSlip } from './load-slip.ts';
import type { Market } from './market.ts';
import { type SlipCallback, type SlipCode, SlipContext, useSlipContext } from './slip-context.ts';
import type { SlipActors } from './slip-host.tsx';
import type { FilledSlip } from './slip-setup.ts';
import type { BettingLimits } from './stake.ts';

type Props = {
  readonly children: ReactNode;
  /** Whether bets are accepted after kick-off. */
  readonly inPlay?: Market['inPlay'] | undefined;
  readonly limits?: BettingLimits | undefined;
};

/**
 * The slip of this page. Its code is loaded if a slip is stored from an earlier visit, or when the slip is about to be used; callbacks
 * wait until then.
 */
export function SlipProvider({ children, inPlay = 'open', limits }: Props) {
  const [code, setCode] = useState(loadedSlip);
  const [actors, setActors] = useState<SlipActors>();
  const waiting = useRef<SlipCallback[]>([]);

  const withSlip = useCallback(
    (callback: SlipCallback) => {
      if (actors && code) return callback(actors, code);
      waiting.current.push(callback);
      loadSlip().then(setCode, () => {
        waiting.current = [];
        toastError(t('The bet slip could not be loaded. Please reload the page.'), toastMs.usual);
      });
    },
    [actors, code],
  );
  useEffect(() => {
    // The first press reports a failure; before that it would mean nothing to the user.
    if (isSlipStored()) loadSlip().then(setCode, () => {});
  }, []);
  useEffect(() => {
    if (!actors || !code) return;
    for (const callback of waiting.current.splice(0)) callback(actors, code);
  }, [actors, code]);

  const slip = useMemo(() => ({ actors, code, limits, withSlip }), [actors, code, limits, withSlip]);
  return (
    <SlipContext value={slip}>
      {code && <code.SlipHost inPlay={inPlay} onReady={setActors} />}
      {children}
    </SlipContext>
  );
}

type SlipOnScreen = {
  readonly entries: Slip;
  readonly count: number;
  readonly isOpen: boolean;
  /** A bet was sent and has had no answer. */
  readonly isUnsure: boolean;
  /** Loads the slip's code, because a press is likely. */
  readonly prepare: () => void;
  /** Adds a price to the slip, replacing one of the same match, opens it and notifies; or shows why it cannot be added. */
  readonly pick: (row: MatchRow, offer: Offer) => void;
  readonly add: (entry: SlipEntry) => void;
  /** Puts other selections on the slip, such as those of a bet, and opens it. */
  readonly fill: (slip: FilledSlip | BetView) => void;
  readonly remove: (matchId: MatchId) => void;
  readonly toggle: () => void;
  /** Opens the slip and moves the focus into it. */
  readonly enter: () => void;
};

/** The slip, for match cards and the top bar. */
export function useSlip(): SlipOnScreen {
  const { actors, withSlip } = useSlipContext();
  const hasSlip = useHasSlip();
  const entries = useSelector(actors?.slip, (snapshot) => (hasSlip && snapshot?.context.entries) || none);
  const isUnsure = useSelector(actors?.slip, (snapshot) => snapshot?.hasTag('unsure') ?? false);
  const isOpen = useSelector(
    actors?.panel,
    (snapshot) => snapshot !== undefined && (snapshot.matches('open') || snapshot.matches('pinned')),
  );
  const commands = useMemo(
    () => ({
      prepare: () => void loadSlip().catch(() => {}),
      pick: (row: MatchRow, offer: Offer) =>
        withSlip((slip, { slipEntryOf, selectionText }) => {
          const entry = slipEntryOf(row, offer);
          if (entry.ok) addTo(slip, entry.value, selectionText);
          else toastError(entry.refusal, toastMs.usual);
        }),
      add: (entry: SlipEntry) => withSlip((slip, { selectionText }) => addTo(slip, entry, selectionText)),
      fill: (filled: FilledSlip | BetView) =>
        withSlip(({ slip, panel }, { slipOfBet }) => {
          const event = { type: 'fill', slip: 'matches' in filled ? slipOfBet(filled) : filled } as const;
          if (!slip.getSnapshot().can(event))
            return void toastError(t('Your last bet is still being placed'), toastMs.usual);
          slip.send(event);
          panel.send({ type: 'expand' });
        }),
      remove: (matchId: MatchId) => withSlip(({ slip }) => slip.send({ type: 'remove selection', matchId })),
      toggle: () => withSlip(({ panel }) => panel.send({ type: 'toggle' })),
      enter: () =>
        withSlip(({ panel }) => {
          panel.send({ type: 'expand' });
          requestAnimationFrame(() => document.getElementById('bet-slip')?.focus());
        }),
    }),
    [withSlip],
  );
  return { entries, count: entries.length, isOpen, isUnsure, ...commands };
}

function addTo({ slip, panel }: SlipActors, entry: SlipEntry, text: SlipCode['selectionText']): void {
  const event = { type: 'add selection', entry } as const;
  if (!slip.getSnapshot().can(event)) return void toastError(t('Your last bet is still being placed'), toastMs.usual);
  slip.send(event);
  panel.send({ type: 'selection added', on: isWide() ? 'wide' : 'narrow' });
  toastSuccess(t('Added {selection} to bet slip', { selection: text(entry) }), toastMs.usual, 'selection');
}

const none: Slip = [];

/** Whether someone has a slip: guests and bettors do. Bets of staff are refused, so they see prices alone. */
export const hasSlip = (user: { readonly role: Role } | undefined): boolean => !user || user.role === 'bettor';

export const useHasSlip = (): boolean => hasSlip(useSession().user);
