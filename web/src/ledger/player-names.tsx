import { useActorRef, useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useSession } from '../session/index.ts';
import { shortHash } from './hash-text.tsx';
import { playerNamesMachine } from './player-names-machine.ts';

/** Without a provider no name is read. */
const Names = createContext<ActorRefFrom<typeof playerNamesMachine> | undefined>(undefined);

/** Reads the names of the players that the screen shows, for auditors. */
export const PlayerNamesProvider = ({ children }: { readonly children: ReactNode }) => (
  <Names value={useActorRef(playerNamesMachine)}>{children}</Names>
);

/** The same where other people see the screen too, for whom no name is read. */
export function NamesForAuditors({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  return user?.role === 'auditor' ? <PlayerNamesProvider>{children}</PlayerNamesProvider> : children;
}

/** Returns the name of a user or of a wallet's owner; its shortened id until the name is known. */
export const usePlayerName = (id: string): string => useKnownName(id) || shortHash(id);

/** The name of a user or of a wallet's owner beside its id; nothing until it is known. */
export function NameOf({ id }: { readonly id: string }) {
  const name = useKnownName(id);
  return name ? <span className="font-strong wrap-anywhere">{name}</span> : null;
}

function useKnownName(id: string): string | undefined {
  const actor = useContext(Names);
  useEffect(() => {
    if (isId(id)) actor?.send({ type: 'id shown', id });
  }, [actor, id]);
  return useSelector(actor, (snapshot) => snapshot?.context.names.get(id));
}

/** Actors may also be parts of the product, such as `system:payments`. */
const isId = (text: string): boolean => /^[\da-f-]{36}$/.test(text);
