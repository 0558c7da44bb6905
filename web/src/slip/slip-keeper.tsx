import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { placeBet } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import { useSession, useUpdateWallet } from '../session/index.ts';
import { onPreferences, preferences } from '../settings/preferences.ts';
import { isWide } from '../ui/use-wide.ts';
import type { Market } from './market.ts';
import { panelMachine } from './panel-machine.ts';
import { slipMachine } from './slip-machine.ts';
import type { KeptSlip } from './slip-moves.ts';
import { keepPin, keepSlip, readKeptSlip, readPin } from './slip-storage.ts';
import { useMarket } from './use-market.ts';

export type SlipActors = {
  readonly slip: ActorRefFrom<typeof slipMachine>;
  readonly panel: ActorRefFrom<typeof panelMachine>;
};

type Props = { readonly inPlay: Market['inPlay']; readonly onReady: (actors: SlipActors) => void };

/** Keeps the slip of this page: over reloads, fed by the live room, owned by whoever is logged in. Draws nothing. */
export function SlipKeeper({ inPlay, onReady }: Props) {
  const bettorId = useSession().user?.id ?? null;
  const updateWallet = useUpdateWallet();
  const [machine] = useState(() =>
    slipMachine.provide({
      actors: {
        placeBet: fromPromise(async ({ input }) => {
          const answer = await call(placeBet, { body: input.request, key: input.key });
          if (answer.ok) updateWallet(answer.value.wallet);
          return answer;
        }),
      },
    }),
  );
  const [input] = useState(() => ({ kept: readKeptSlip(), bettorId }));
  const slip = useActorRef(machine, { input }, keepSnapshot);
  const panel = useActorRef(panelMachine, { input: { pinned: readPin() } }, keepPlace);
  useEffect(() => onPreferences(() => slip.send({ type: 'policy chosen', policy: preferences().oddsPolicy })), [slip]);
  const entries = useSelector(slip, ({ context }) => context.entries);
  useEffect(() => slip.send({ type: 'bettor changed', bettorId }), [slip, bettorId]);
  const tellMarket = useCallback((market: Market) => slip.send({ type: 'market seen', market }), [slip]);
  useMarket(entries, inPlay, tellMarket);
  const actors = useMemo(() => ({ slip, panel }), [slip, panel]);
  useTurnedPage(actors);
  useLayoutEffect(() => onReady(actors), [actors, onReady]);
  return null;
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

const keepSnapshot = ({ context }: { readonly context: KeptSlip }): void => keepSlip(context);

function keepPlace(snapshot: { readonly value: string }): void {
  if (snapshot.value === 'open' || snapshot.value === 'pinned')
    keepPin(snapshot.value === 'pinned' ? 'pinned' : 'loose');
}
