/** Progress of a long task. `total` is omitted if unknown. */
export type Seen = { readonly done: number; readonly total?: number };
export type Progress = {
  readonly seen: (seen: Seen) => void;
  /** Removes the bar; plain lines stay. */
  readonly end: () => void;
};
export type ProgressOptions = {
  readonly write: (text: string) => void;
  /** A terminal gets a progress bar, anything else a line from time to time. */
  readonly on: 'terminal' | 'file';
  readonly nowMs: () => number;
};

const drawEveryMs = { terminal: 100, file: 2_000 } as const;

/** Reports progress on stderr, for a terminal or a log. */
export const progressOnStderr = (): Progress =>
  createProgress({
    write: (text) => void process.stderr.write(text),
    on: process.stderr.isTTY ? 'terminal' : 'file',
    nowMs: () => performance.now(),
  });

export function createProgress({ write, on, nowMs }: ProgressOptions): Progress {
  const startedAt = nowMs();
  let drawnAt = startedAt;
  let isDrawn = false;
  return {
    seen: (seen) => {
      const now = nowMs();
      if (now - drawnAt < drawEveryMs[on]) return;
      drawnAt = now;
      isDrawn = true;
      const line = progressLine(seen, now - startedAt);
      write(on === 'terminal' ? `\r\u001b[K${bar(seen)}${line}` : `${line}\n`);
    },
    end: () => {
      if (isDrawn && on === 'terminal') write('\r\u001b[K');
    },
  };
}

/** `45 %  120,000 of 260,000 events · 95,000/s · 2 s left` */
export function progressLine({ done, total }: Seen, elapsedMs: number): string {
  const perSecond = elapsedMs > 0 ? (done * 1_000) / elapsedMs : 0;
  const rate = `${count(Math.round(perSecond))}/s`;
  if (total === undefined || total === 0) return `${count(done)} events · ${rate}`;
  const percent = String(Math.floor((100 * done) / total)).padStart(3);
  const left = perSecond > 0 ? ` · ${duration((total - done) / perSecond)} left` : '';
  return `${percent} %  ${count(done)} of ${count(total)} events · ${rate}${left}`;
}

export const count = (number: number): string => number.toLocaleString('en-US');
/** `1 event`, `1,234 events` */
export const counted = (number: number, noun: string): string => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

const width = 24;
function bar({ done, total }: Seen): string {
  if (total === undefined || total === 0) return '';
  const full = Math.min(width, Math.floor((width * done) / total));
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} `;
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 120 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
