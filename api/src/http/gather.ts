/**
 * Batches reads without a timer: while one batch is being read, the next one fills up. An answer is never older than its request.
 */
export function gather<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: Waiting<Key, Value>[] = [];
  let isReading = false;

  const read = async (): Promise<void> => {
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const found = await readAll([...new Set(asked.map(({ key }) => key))]);
        for (const { key, resolve } of asked) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    isReading = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isReading) return;
      isReading = true;
      setImmediate(read);
    });
}

type Waiting<Key, Value> = {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
};
