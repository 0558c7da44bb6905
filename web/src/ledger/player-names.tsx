import { ledgerEndpoints } from '@touchline/core/contract';
import { useActorRef, useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { call, orThrow } from '../api/call.ts';
import { shortHash } from './hash-text.tsx';
import { playerNamesMachine } from './player-names-machine.ts';

const machine = playerNamesMachine.provide({
  actors: {
    readNames: fromPromise(({ input }) =>
      orThrow(call(ledgerEndpoints.names, { query: { wallets: input.join(',') } })),
    ),
  },
});

/** Without a provider no name is read. */
const Names = createContext<ActorRefFrom<typeof playerNamesMachine> | undefined>(undefined);

/** Reads the names of the players that the screen shows, for auditors. */
export const PlayerNamesProvider = ({ children }: { readonly children: ReactNode }) => (
  <Names value={useActorRef(machine)}>{children}</Names>
);

/** Returns the name of a wallet's owner; its shortened id until the name is known. */
export function usePlayerName(walletId: string): string {
  const actor = useContext(Names);
  useEffect(() => actor?.send({ type: 'wallet shown', walletId }), [actor, walletId]);
  const name = useSelector(actor, (snapshot) => snapshot?.context.names.get(walletId));
  return name || shortHash(walletId);
}
