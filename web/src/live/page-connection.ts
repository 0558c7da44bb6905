import { createConnection } from './connection.ts';

/** Connects a page to its own origin. Reconnects immediately on focus or network recovery. */
export const pageConnection = createConnection({
  onReconnectHint: (reconnect) => {
    const reconnectIfVisible = () => {
      if (document.visibilityState === 'visible') reconnect();
    };
    document.addEventListener('visibilitychange', reconnectIfVisible);
    addEventListener('online', reconnectIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', reconnectIfVisible);
      removeEventListener('online', reconnectIfVisible);
    };
  },
});
