import type { Browser } from 'playwright-core';

/** A tab that is really in the background when it is hidden, with all that a browser does to save there. */
export type RawTab = {
  /**
   * Hides the tab: its window is minimised. Another tab in front of it is not enough, as some browsers
   * without a screen give each tab a window of its own.
   */
  readonly hide: () => Promise<void>;
  /** Brings it before the others. */
  readonly show: () => Promise<void>;
  /** The value of an expression in the page. */
  readonly read: <Value>(expression: string) => Promise<Value>;
  readonly close: () => Promise<void>;
};
type Answer = { readonly id?: number; readonly result?: { readonly result?: { readonly value?: unknown } } };

/** Opens a tab in front of the others. Playwright's own pages always count as visible, so this one is controlled over the DevTools protocol. */
export async function openTab(browser: Browser, url: string): Promise<RawTab> {
  const root = await browser.newBrowserCDPSession();
  const { targetId } = await root.send('Target.createTarget', { url });
  const { windowId } = await root.send('Browser.getWindowForTarget', { targetId });
  const windowIs = (windowState: 'minimized' | 'normal') =>
    root.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, (answer: Answer) => void>();
  root.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const answer = JSON.parse(event.message) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let asked = 0;
  const send = async (method: string, params: object): Promise<Answer> => {
    asked += 1;
    const id = asked;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    await root.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    return answered;
  };
  await send('Emulation.setDeviceMetricsOverride', { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false });
  return {
    hide: async () => {
      await windowIs('minimized');
    },
    show: async () => {
      await windowIs('normal');
      await root.send('Target.activateTarget', { targetId });
    },
    read: async <Value>(expression: string) => {
      const answer = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      return answer.result?.result?.value as Value;
    },
    close: async () => {
      await root.send('Target.closeTarget', { targetId });
      await root.detach();
    },
  };
}
