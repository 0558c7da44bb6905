import { lineBetween } from './line.ts';

/** The line of a page: to where it came from, and tried at once when it is looked at again or the network is back. */
export const socketLine = lineBetween({
  whenWorthTrying: (comeBack) => {
    const comeBackIfSeen = () => {
      if (document.visibilityState === 'visible') comeBack();
    };
    document.addEventListener('visibilitychange', comeBackIfSeen);
    addEventListener('online', comeBackIfSeen);
    return () => {
      document.removeEventListener('visibilitychange', comeBackIfSeen);
      removeEventListener('online', comeBackIfSeen);
    };
  },
});
