/** Cleanup steps for everything started so far, run newest first. */
export type Undo = { add(stop: () => Promise<void>): void; run(): Promise<void> };

export function createUndo(): Undo {
  const steps: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;
  const runAll = async () => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
  };
  return {
    add: (stop) => steps.push(stop),
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}
