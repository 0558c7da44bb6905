import type { Role } from '@touchline/core/account';
import type { PlayerView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { fromPromise } from 'xstate';
import { findPlayerMachine } from '../ledger/find-player-machine.ts';
import type { SearchResult } from './find-results.ts';

const machine = findPlayerMachine.provide({
  actors: {
    findPlayers: fromPromise(async ({ input }) => (await import('./find-for-staff.ts')).findPlayers(input)),
  },
});
const maxPlayers = 6;

/** What staff search for besides matches and screens: players and their tickets, and for auditors events and wallets. */
export function useStaffResults(
  role: Role | undefined,
  text: string,
): { readonly staffResults: readonly SearchResult[]; readonly isSearching: boolean } {
  const [snapshot, send] = useMachine(machine);
  const isStaff = role === 'admin' || role === 'auditor';
  useEffect(() => {
    if (isStaff) send({ type: 'typed', text });
  }, [isStaff, text, send]);
  if (!isStaff) return { staffResults: [], isSearching: false };
  const found = snapshot.matches('found') ? snapshot.context.players.slice(0, maxPlayers) : [];
  const events = role === 'auditor' ? eventResults(text.trim()) : [];
  return {
    staffResults: [...events, ...found.flatMap((each) => resultsOf(each, role))],
    isSearching: snapshot.matches('pausing') || snapshot.matches('searching'),
  };
}

/** The events that an id or a number names. */
function eventResults(text: string): readonly SearchResult[] {
  const number = /^#?(\d{1,15})$/.exec(text)?.[1];
  if (number) return [eventResult(`event:${number}`, t('Event {number}', { number }))];
  return /^[\da-f]{8}-[\da-f-]{27}$/i.test(text) ? [eventResult(text, t('Events of {id}', { id: text }))] : [];
}

const eventResult = (cause: string, title: string): SearchResult => ({
  kind: 'screen',
  href: `/ledger?cause=${encodeURIComponent(cause)}`,
  title,
  note: t('Ledger'),
});

function resultsOf({ userId, walletId, name, email }: PlayerView, role: 'admin' | 'auditor'): readonly SearchResult[] {
  const player: SearchResult = { kind: 'player', href: `/players/${userId}`, title: name, note: email };
  const wallet: SearchResult = {
    kind: 'player',
    href: `/ledger/wallets/${walletId}`,
    title: t('Wallet of {name}', { name }),
    note: t('Ledger'),
  };
  return role === 'auditor' ? [player, wallet] : [player];
}
