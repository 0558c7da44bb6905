import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import { useExclusion, useLearnExclusion } from '../limits/use-exclusion.ts';
import { useSession, useUpdateWallet } from '../session/index.ts';
import { onPreferences, preferences } from '../settings/preferences.ts';
import { isWide } from '../ui/use-wide.ts';
import { type Market, useMarket } from './market.ts';
import { panelMachine } from './panel-machine.ts';
import { isForSlip } from './slip-keys.ts';
import { slipMachine } from './slip-machine.ts';
import { placeBetMachine } from './slip-setup.ts';
import { openSlipStorage, readPinned, storePinned } from './slip-storage.ts';

export type SlipActors = {
  readonly slip: ActorRefFrom<typeof slipMachine>;
  readonly panel: ActorRefFrom<typeof panelMachine>;
};

type Props = { readonly inPlay: Market['inPlay']; readonly onReady: (actors: SlipActors) => void };

/** Runs the slip of this page: stored over reloads, shared with the other tabs, updated by the live room, owned by the logged-in bettor. Draws nothing. */
export function SlipHost({ inPlay, onReady }: Props) {
  const bettorId = useSession().user?.id ?? null;
  const updateWallet = useUpdateWallet();
  const learnExclusion = useLearnExclusion();
  const [machine] = useState(() => {
    const attempt = placeBetMachine.provide({
      actions: {
        succeed: ({ context: { answer } }) => answer && updateWallet(answer.wallet),
        refuse: ({ context: { failure } }) => learnExclusion(failure),
      },
    });
    return slipMachine.provide({ actors: { attempt } });
  });
  const [storage] = useState(openSlipStorage);
  const [input] = useState(() => ({ stored: storage.stored, bettorId }));
  const slip = useActorRef(machine, { input }, ({ context }) => storage.store(context));
  const panel = useActorRef(panelMachine, { input: { isPinned: readPinned() } }, ({ value }) => {
    if (value === 'open' || value === 'pinned') storePinned(value === 'pinned');
  });
  useEffect(() => storage.onChange((stored) => slip.send({ type: 'stored slip changed', stored })), [storage, slip]);
  useEffect(() => onPreferences(() => slip.send({ type: 'set policy', policy: preferences().oddsPolicy })), [slip]);
  const entries = useSelector(slip, ({ context }) => context.entries);
  useEffect(() => slip.send({ type: 'bettor changed', bettorId }), [slip, bettorId]);
  const exclusion = useExclusion();
  useEffect(() => slip.send({ type: 'exclusion changed', exclusion }), [slip, exclusion]);
  const onMarket = useCallback((market: Market) => slip.send({ type: 'market changed', market }), [slip]);
  const isShown = useSelector(panel, (snapshot) => !snapshot.matches('closed'));
  useMarket(entries, { inPlay, isShown }, onMarket);
  const actors = useMemo(() => ({ slip, panel }), [slip, panel]);
  useNavigation(actors);
  useLayoutEffect(() => onReady(actors), [actors, onReady]);
  return null;
}

/** On navigation, closes the receipt and collapses the sheet, which would cover the new page. */
function useNavigation({ slip, panel }: SlipActors): void {
  const [path] = useLocation();
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    if (slip.getSnapshot().hasTag('receipt')) {
      slip.send({ type: 'close receipt' });
      panel.send({ type: 'receipt closed' });
    }
    if (!isWide() && !isForSlip(history.state)) panel.send({ type: 'collapse' });
  }, [path, slip, panel]);
}
