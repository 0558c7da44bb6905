import { setTimeout as pause } from 'node:timers/promises';
import { type MatchRow, profileView, type WalletView } from '@touchline/core/contract';
import { createConnection } from '@touchline/web/connection';
import type { Rows } from '@touchline/web/frames';
import { liveMachine } from '@touchline/web/live-machine';
import { newer } from '@touchline/web/newer';
import { createActor } from 'xstate';
import { matchesOf } from '../bettor.ts';
import { recordShown, type ShownRecord, type Versions } from './record.ts';
import { openRelay, type Relay } from './relay.ts';

/** A screen without a browser: the product's own connection and rules, over a network that a test can disturb. */
export type Screen = {
  readonly name: string;
  readonly relay: Relay;
  readonly rows: () => Rows;
  /** The last version of the list that was read. */
  readonly n: () => number;
  /** The state of its live room, such as 'current' or 'silent'. */
  readonly state: () => string;
  /** How many subscriptions in a row were not answered. */
  readonly unanswered: () => number;
  readonly wallet: () => WalletView | undefined;
  /** Every wallet that was shown, in order. */
  readonly wallets: readonly WalletView[];
  readonly shown: ShownRecord;
  readonly close: () => void;
};
export type ScreenOptions = {
  readonly name: string;
  readonly nodes: readonly string[];
  /** The bettor's token; none for a guest. */
  readonly token?: string | undefined;
  readonly versions: Versions;
  readonly isClimbing: (row: MatchRow) => boolean;
};

const askAgainMs = 500;

export async function openScreen({ name, nodes, token, versions, isClimbing }: ScreenOptions): Promise<Screen> {
  const relay = await openRelay(nodes);
  const shown = recordShown(name, versions, isClimbing);
  const wallets: WalletView[] = [];
  let wallet: WalletView | undefined;
  let isClosed = false;
  let isAsking = false;
  let isWanted = false;

  const connection = createConnection({ address: relay.url, onReconnectHint: () => () => undefined });
  const live = createActor(liveMachine.provide({ actors: { connection } }), { input: { token } });
  const take = (received: WalletView): void => {
    const next = newer(wallet, received);
    if (next === wallet) return;
    wallet = next;
    wallets.push(next);
  };
  const refetch = async (): Promise<void> => {
    isWanted = true;
    if (isAsking) return;
    isAsking = true;
    while (isWanted && !isClosed) {
      isWanted = false;
      const fetched = await profileAt(relay.url, token).catch(() => undefined);
      if (fetched) take(fetched);
      else {
        isWanted = true;
        await pause(askAgainMs);
      }
    }
    isAsking = false;
  };
  // Like the session of a page: fetch again whenever a push may have been missed.
  live.on('joined', () => {
    if (token !== undefined) void refetch();
  });
  live.on('wallet', ({ wallet: pushed }) => {
    if (wallet && pushed.version > wallet.version + 1) void refetch();
    take(pushed);
  });
  live.subscribe(({ context }) => shown.take(context.rows));
  live.start();
  // A page also fetches the matches by HTTP, to show them before the socket has connected.
  matchesOf(relay.url).then(
    (rows) => live.send({ type: 'rows fetched', rows }),
    () => undefined,
  );

  return {
    name,
    relay,
    n: () => live.getSnapshot().context.n,
    rows: () => live.getSnapshot().context.rows,
    state: () => JSON.stringify(live.getSnapshot().value),
    unanswered: () => live.getSnapshot().context.unanswered,
    wallet: () => wallet,
    wallets,
    shown,
    close: () => {
      isClosed = true;
      live.stop();
      relay.close();
    },
  };
}

async function profileAt(url: string, token: string | undefined): Promise<WalletView> {
  const answer = await fetch(`${url}/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5_000),
  });
  return profileView.parse(await answer.json()).wallet;
}
