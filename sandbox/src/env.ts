import { join } from 'node:path';
import type { AuthenticatorAccount } from './authenticator/authenticator.ts';

/** What the environment says; the only place that knows the names. */
export type Settings = {
  readonly port: number;
  readonly smtpPort: number;
  readonly host: string;
  readonly stateFolder: string;
  readonly oddsApiKey: string;
  readonly mollieApiKey: string;
  readonly footballDataToken: string;
  readonly seed: string;
  readonly matchSpeed: number;
  /** The chance per match of each: postponed, abandoned, result corrected. 0 keeps the calendar predictable. */
  readonly rareEvents: number;
  /** League rounds of this many days ahead are on offer, beside the matches that kick off within minutes. */
  readonly daysAhead: number;
  /** Between two kick-offs of a replayed timeline, in ms of wall time; null leaves them at their true distance. */
  readonly timelineEveryMs: number | null;
  readonly webhookScale: number;
  /** The accounts whose codes the authenticator shows. */
  readonly authenticator: readonly AuthenticatorAccount[];
};

export type EnvironmentRead =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly wrong: readonly string[] };

/** Reads `SANDBOX_*`, `ODDS_API_KEY`, `MOLLIE_API_KEY` and `FOOTBALL_DATA_TOKEN`; everything has a default, and all problems are listed at once. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): EnvironmentRead {
  const wrong: string[] = [];
  const number = (name: string, otherwise: number, from: number, to: number): number => {
    const text = env[name];
    if (text === undefined || text === '') return otherwise;
    const value = Number(text);
    if (Number.isFinite(value) && value >= from && value <= to) return value;
    wrong.push(`${name} has to be a number from ${from} to ${to}, not "${text}"`);
    return otherwise;
  };
  const {
    SANDBOX_HOST: host,
    SANDBOX_STATE: state,
    ODDS_API_KEY: oddsKey,
    MOLLIE_API_KEY: mollieKey,
    FOOTBALL_DATA_TOKEN: footballToken,
    SANDBOX_SEED: seed,
    SANDBOX_AUTHENTICATOR: authenticator = '',
    SANDBOX_TIMELINE_EVERY: everySeconds = '',
  } = env;
  const port = number('SANDBOX_PORT', 4010, 0, 65_535);
  const accounts = authenticator.split(' ').filter((entry) => entry !== '');
  if (!accounts.every((entry) => /^[^=]+=[A-Z2-7]{16,}$/.test(entry)))
    wrong.push('SANDBOX_AUTHENTICATOR has to be account=SECRET pairs with base32 secrets, separated by spaces');
  const settings: Settings = {
    port,
    smtpPort: number('SANDBOX_SMTP_PORT', port === 0 ? 0 : port + 15, 0, 65_535),
    host: host || 'localhost',
    stateFolder: state || join('.data', 'sandbox'),
    oddsApiKey: oddsKey || 'sandbox-odds-key',
    mollieApiKey: mollieKey || 'test_sandbox0000000000000000000000',
    footballDataToken: footballToken || 'sandbox-football-token',
    seed: seed || 'touchline',
    matchSpeed: number('SANDBOX_MATCH_SPEED', 12, 1, 600),
    rareEvents: number('SANDBOX_RARE_EVENTS', 0, 0, 1 / 3),
    daysAhead: number('SANDBOX_DAYS_AHEAD', 14, 0, 14),
    timelineEveryMs: everySeconds === '' ? null : number('SANDBOX_TIMELINE_EVERY', 0, 0, 86_400) * 1000,
    webhookScale: number('SANDBOX_WEBHOOK_SCALE', 1 / 60, 0.000_01, 1),
    authenticator: accounts.map((entry) => {
      const [account = '', secret = ''] = entry.split('=');
      return { account, secret };
    }),
  };
  return wrong.length > 0 ? { ok: false, wrong } : { ok: true, settings };
}
