/** A cursor over batches of rows; only the step to the next batch is asynchronous. */
export type Cursor<Row> = {
  /** The current row; `undefined` after the last. */
  readonly row: () => Row | undefined;
  /** Advances by one row; `false` if the next batch must be loaded. */
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
