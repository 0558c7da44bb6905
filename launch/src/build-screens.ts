import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { ROOT } from './root.ts';
import { runTask, type TaskRun } from './turbo.ts';

const LOOK_EVERY_MS = 200;

/** Builds web into web/dist if its sources changed. Builds in one checkout take turns, because they write to one folder. */
export const buildScreens = (): Promise<TaskRun> => inTurn(() => runTask('build'));

/**
 * Builds the screens and copies them to `folder`, so that a server is not affected when the next build removes the previous files.
 */
export const buildScreensInto = (folder: string): Promise<TaskRun> =>
  inTurn(async () => {
    const built = await runTask('build');
    if (!built.ok) return built;
    await rm(folder, { recursive: true, force: true });
    await cp(join(ROOT, 'web', 'dist'), folder, { recursive: true });
    return built;
  });

async function inTurn(work: () => Promise<TaskRun>): Promise<TaskRun> {
  const lock = await takeTurn();
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function takeTurn(): Promise<FolderLock> {
  for (;;) {
    const lock = await lockFolder(join(ROOT, 'web'));
    if (lock !== undefined) return lock;
    await pause(LOOK_EVERY_MS);
  }
}
