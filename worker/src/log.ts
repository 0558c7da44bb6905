import { pino } from 'pino';

/** One JSON line per event: what happened in words, with its particulars. */
export type Log = {
  readonly info: (particulars: object, event: string) => void;
  readonly warn: (particulars: object, event: string) => void;
  readonly error: (particulars: object, event: string) => void;
};

/** Shorter ones are no secrets, and hiding every `k` would make the log unreadable. */
const shortestSecret = 6;

/** Writes to stdout. None of the `secrets` is ever written, wherever it may come from. */
export function createLog(secrets: readonly string[]): Log {
  const hidden = secrets.filter((secret) => secret.length >= shortestSecret);
  return pino({
    base: { part: 'worker' },
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: pino.stdSerializers.err },
    hooks: { streamWrite: (line) => hidden.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), line) },
  });
}
