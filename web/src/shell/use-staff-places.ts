import type { Role } from '@touchline/core/account';
import type { PlayerView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { fromPromise } from 'xstate';
import { findPlayerMachine } from '../ledger/find-player-machine.ts';
import type { Place } from './find-places.ts';

const machine = findPlayerMachine.provide({
  actors: {
    findPlayers: fromPromise(async ({ input }) => (await import('./find-for-staff.ts')).findPlayers(input)),
  },
});
const maxPlayers = 6;

/** What staff search for besides matches and screens: players and their tickets, and for auditors events and wallets. */
export function useStaffPlaces(
  role: Role | undefined,
  text: string,
): { readonly staffPlaces: readonly Place[]; readonly isSearching: boolean } {
  const [snapshot, send] = useMachine(machine);
  const isStaff = role === 'admin' || role === 'auditor';
  useEffect(() => {
    if (isStaff) send({ type: 'typed', text });
  }, [isStaff, text, send]);
  if (!isStaff) return { staffPlaces: [], isSearching: false };
  const found = snapshot.matches('found') ? snapshot.context.players.slice(0, maxPlayers) : [];
  const events = role === 'auditor' ? eventPlaces(text.trim()) : [];
  return {
    staffPlaces: [...events, ...found.flatMap((each) => placesOf(each, role))],
    isSearching: snapshot.matches('pausing') || snapshot.matches('searching'),
  };
}

/** The events that an id or a number names. */
export function eventPlaces(text: string): readonly Place[] {
  const number = /^#?(\d{1,15})$/.exec(text)?.[1];
  if (number) return [eventPlace(`event:${number}`, t('Event {number}', { number }))];
  return /^[\da-f]{8}-[\da-f-]{27}$/i.test(text) ? [eventPlace(text, t('Events of {id}', { id: text }))] : [];
}

const eventPlace = (cause: string, title: string): Place => ({
  kind: 'screen',
  href: `/ledger?cause=${encodeURIComponent(cause)}`,
  title,
  note: t('Ledger'),
});

function placesOf({ userId, walletId, name, email }: PlayerView, role: 'admin' | 'auditor'): readonly Place[] {
  const player: Place = { kind: 'player', href: `/players/${userId}`, title: name, note: email };
  const wallet: Place = {
    kind: 'player',
    href: `/ledger/wallets/${walletId}`,
    title: t('Wallet of {name}', { name }),
    note: t('Ledger'),
  };
  return role === 'auditor' ? [player, wallet] : [player];
}
