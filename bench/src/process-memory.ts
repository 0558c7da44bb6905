import { readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** What Linux calls it: the memory that a process holds now, and the most that it has held. */
const names = { resident: 'VmRSS', peak: 'VmHWM' } as const;

/** In MB of a million bytes; NaN where the system does not say. */
export function processMemoryMb(pid: number, what: keyof typeof names): number {
  if (platform() !== 'linux') return Number.NaN;
  const kib = new RegExp(`^${names[what]}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kib) * 1_024) / 1e6;
}
