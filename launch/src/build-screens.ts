import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { ROOT } from './root.ts';
import { runTask, type TaskRun } from './turbo.ts';

const LOOK_EVERY_MS = 200;

/** Builds web into web/dist when its sources have changed. Two copies in one checkout take turns, as they write to one folder. */
export async function buildScreens(): Promise<TaskRun> {
  const lock = await takeTurn();
  try {
    return await runTask('build');
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
