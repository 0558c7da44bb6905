import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { connect } from '@touchline/store/connect';
import { listening, settleMatch } from '@touchline/store/settlement';

export type SettledInProcess = {
  readonly seconds: number;
  readonly peakMegabytes: number;
  readonly cpuSeconds: number;
};

/** Settles a match in a process of its own, so that the memory it needed at most is that of the settlement alone. */
export async function settleInProcess(url: string, matchId: MatchId, signal: AbortSignal): Promise<SettledInProcess> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), url, matchId], {
    signal,
  });
  return JSON.parse(stdout) as SettledInProcess;
}

/** As the worker does: it also asks who may be listening. */
async function settle(url: string, matchId: MatchId): Promise<SettledInProcess> {
  const store = connect(url, { max: 4, applicationName: 'bench settle' });
  const now = () => instant(Date.now());
  const begun = performance.now();
  await settleMatch(store, matchId, {
    now,
    onSettled: async ({ moved, graded }) => {
      await listening(store.db, [...new Set([...moved, ...graded].map((one) => one.userId))], now());
    },
  });
  const seconds = (performance.now() - begun) / 1_000;
  await store.close();
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  return { seconds, peakMegabytes: maxRSS / 1_024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
}

const [, script, url, matchId] = process.argv;
if (script === fileURLToPath(import.meta.url) && url !== undefined && matchId !== undefined) {
  process.stdout.write(JSON.stringify(await settle(url, matchId as MatchId)));
}
