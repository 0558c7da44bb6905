/** One row after another out of batches; only the step from batch to batch waits. */
export type Cursor<Row> = {
  /** The row under the cursor; `undefined` behind the last. */
  readonly row: () => Row | undefined;
  /** Goes on by one row; `false` when the next batch must be waited for with `load`. */
  readonly step: () => boolean;
  readonly load: () => Promise<void>;
};

export async function openCursor<Row>(batches: AsyncGenerator<Row[]>): Promise<Cursor<Row>> {
  let batch: Row[] = [];
  let at = 0;
  const cursor: Cursor<Row> = {
    row: () => batch[at],
    step: () => {
      at += 1;
      return at < batch.length;
    },
    load: async () => {
      const next = await batches.next();
      batch = next.done ? [] : next.value;
      at = 0;
    },
  };
  await cursor.load();
  return cursor;
}
