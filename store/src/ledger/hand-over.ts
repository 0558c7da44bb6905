/**
 * Passes chunks from the transaction that reads them to the consumer, one at a time: a slow consumer slows the transaction down.
 */
export function createHandOver() {
  let waiting: { chunk: string; accept: () => void; reject: (error: Error) => void } | undefined;
  let wake: () => void = () => {};
  let isAbandoned = false;
  return {
    /** Resolves when the chunk was consumed; rejects when the consumer is gone, so that the transaction ends. */
    give: (chunk: string): Promise<void> =>
      new Promise((accept, reject) => {
        if (isAbandoned) {
          reject(new Error('the download was not read to its end'));
          return;
        }
        waiting = { chunk, accept, reject };
        wake();
      }),
    taken: async function* (running: Promise<void>): AsyncGenerator<string> {
      let isDone = false;
      const ended = running.finally(() => {
        isDone = true;
        wake();
      });
      ended.catch(() => {});
      try {
        while (!isDone || waiting) {
          if (!waiting) {
            await new Promise<void>((resolve) => {
              wake = resolve;
              if (isDone || waiting) resolve();
            });
            continue;
          }
          yield waiting.chunk;
          const { accept } = waiting;
          waiting = undefined;
          accept();
        }
        await ended;
      } finally {
        isAbandoned = true;
        waiting?.reject(new Error('the download was not read to its end'));
      }
    },
  };
}
