import { isOnSlip, type Slip, type SlipEntry } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import { useActorRef, useSelector } from '@xstate/react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { placeBet } from '../api/place-bet.ts';
import { useSession, useTellWallet } from '../session/index.ts';
import { toastError, toastMs, toastSuccess } from '../ui/toast.ts';
import type { Market } from './market.ts';
import { panelMachine } from './panel-machine.ts';
import { slipMachine } from './slip-machine.ts';
import type { KeptSlip } from './slip-moves.ts';
import { keepPin, keepSlip, readKeptSlip, readPin } from './slip-storage.ts';
import { useMarket } from './use-market.ts';
import { isWide } from './use-wide.ts';

type SlipActors = {
  readonly slip: ActorRefFrom<typeof slipMachine>;
  readonly panel: ActorRefFrom<typeof panelMachine>;
};

const Context = createContext<SlipActors | undefined>(undefined);

type Props = {
  readonly children: ReactNode;
  /** Whether the house takes bets after kick-off. */
  readonly inPlay?: Market['inPlay'] | undefined;
};

/** The slip of this page: kept over reloads, fed by the live room, owned by whoever is logged in. */
export function SlipProvider({ children, inPlay = 'open' }: Props) {
  const bettorId = useSession().user?.id ?? null;
  const tellWallet = useTellWallet();
  const [machine] = useState(() =>
    slipMachine.provide({
      actors: {
        placeBet: fromPromise(async ({ input }) => {
          const answer = await placeBet(input.request, input.key);
          if (answer.ok) tellWallet(answer.value.wallet);
          return answer;
        }),
      },
    }),
  );
  const [input] = useState(() => ({ kept: readKeptSlip(), bettorId }));
  const slip = useActorRef(machine, { input }, keepSnapshot);
  const panel = useActorRef(panelMachine, { input: { pinned: readPin() } }, keepPlace);
  const entries = useSelector(slip, ({ context }) => context.entries);
  useEffect(() => slip.send({ type: 'bettor changed', bettorId }), [slip, bettorId]);
  const tellMarket = useCallback((market: Market) => slip.send({ type: 'market seen', market }), [slip]);
  useMarket(entries, inPlay, tellMarket);
  const actors = useMemo(() => ({ slip, panel }), [slip, panel]);
  useTurnedPage(actors);
  return <Context value={actors}>{children}</Context>;
}

/** Another page: a receipt has been read, and a sheet does not cover what was just opened. */
function useTurnedPage({ slip, panel }: SlipActors): void {
  const [path] = useLocation();
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    if (slip.getSnapshot().matches('placed')) {
      slip.send({ type: 'receipt closed' });
      panel.send({ type: 'receipt read' });
    }
    if (!isWide()) panel.send({ type: 'put down' });
  }, [path, slip, panel]);
}

export function useSlipActors(): SlipActors {
  const actors = use(Context);
  if (!actors) throw new Error('the slip is used outside of its provider');
  return actors;
}

type SlipOnScreen = {
  readonly entries: Slip;
  readonly count: number;
  readonly isOpen: boolean;
  /** Puts a selection on the slip, opens it and says so; one of the same match is replaced. */
  readonly add: (entry: SlipEntry) => void;
  readonly remove: (matchId: MatchId) => void;
  readonly has: (matchId: MatchId, betOutcome: string) => boolean;
  readonly toggle: () => void;
};

/** The slip as match cards and the top bar see it. */
export function useSlip(): SlipOnScreen {
  const { slip, panel } = useSlipActors();
  const entries = useSelector(slip, ({ context }) => context.entries);
  const isOpen = useSelector(panel, (snapshot) => snapshot.matches('open') || snapshot.matches('pinned'));
  const acts = useMemo(
    () => ({
      add: (entry: SlipEntry) => {
        const event = { type: 'selection picked', entry } as const;
        if (!slip.getSnapshot().can(event))
          return void toastError('Your last bet is still being placed', toastMs.usual);
        slip.send(event);
        panel.send({ type: 'selection added', on: isWide() ? 'wide' : 'narrow' });
        toastSuccess(`Added ${entry.betOutcome} to bet slip`, toastMs.usual);
      },
      remove: (matchId: MatchId) => slip.send({ type: 'selection removed', matchId }),
      toggle: () => panel.send({ type: 'toggle pressed' }),
    }),
    [slip, panel],
  );
  const has = useCallback((matchId: MatchId, outcome: string) => isOnSlip(entries, matchId, outcome), [entries]);
  return { entries, count: entries.length, isOpen, has, ...acts };
}

const keepSnapshot = ({ context }: { readonly context: KeptSlip }): void => keepSlip(context);

function keepPlace(snapshot: { readonly value: string }): void {
  if (snapshot.value === 'open' || snapshot.value === 'pinned')
    keepPin(snapshot.value === 'pinned' ? 'pinned' : 'loose');
}
