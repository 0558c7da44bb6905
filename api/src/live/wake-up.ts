import { openClient } from '@touchline/store/database-client';
import type { Client } from 'pg';

export type WakeUp = { readonly close: () => Promise<void> };
export type WakeUpOptions = {
  readonly databaseUrl: string;
  readonly channel: string;
  /** Called at every notification, and after every connect: notifications sent before then were missed. */
  readonly onWake: () => void;
  readonly onError: (error: unknown) => void;
};

const againAfterMs = 500;

/** Listens on a channel of Postgres over a connection of its own, and reconnects whenever it drops. */
export function listenForWakeUps(options: WakeUpOptions): WakeUp {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const fresh = openClient(options.databaseUrl, { application_name: 'touchline-replica' });
    client = fresh;
    fresh.on('notification', options.onWake);
    fresh.on('error', options.onError);
    fresh.on('end', () => connectAgain(fresh));
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(options.channel)}`);
      options.onWake();
    } catch (error) {
      options.onError(error);
      fresh.end().catch(() => undefined);
      connectAgain(fresh);
    }
  };

  const connectAgain = (lost: Client): void => {
    if (isClosed || client !== lost) return;
    client = undefined;
    timer = setTimeout(() => void connect(), againAfterMs);
  };

  void connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
