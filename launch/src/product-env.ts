import { knownPushServices } from '@touchline/core/notifications';
import { vapidKeysOf } from '@touchline/store/notifications';
import { directUrls, type LaunchEnv } from './env.ts';
import { publicKeyOf, type Secrets } from './secrets.ts';
import { authenticatorText } from './seed-demo.ts';
import { feedNotice, type Replay } from './start-options.ts';

/** The environment of each process, and whether the sandbox runs. */
export type ProductEnv = {
  readonly usesSandbox: boolean;
  readonly sandbox: Readonly<Record<string, string>>;
  readonly api: Readonly<Record<string, string>>;
  readonly worker: Readonly<Record<string, string>>;
  readonly signer: Readonly<Record<string, string>>;
};

/** Where the signer answers the api. */
export type SignerAddress = {
  readonly port: number;
  /** Generated for one run. */
  readonly token: string;
  readonly origin: string;
  readonly databaseUrl: string;
  readonly folder: string;
  /** `URL KEY` of each witness, separated by commas. */
  readonly witnesses: string;
  /** Settings of the time-stamping authority; none without one. */
  readonly timeStamps: Readonly<Record<string, string>>;
};

// Above this speed a day of the season takes less than 2.5 minutes, and prices move every second.
const FAST_REPLAY = 600;
const REAL_FEED_POLL_SECONDS = 40;
// Two polls of prices and scores plus a second: a goal is known before an in-play bet is accepted.
const SANDBOX_DELAY_SECONDS = '5';
const SANDBOX_WITHDRAWALS = { WITHDRAWAL_COOL_DOWN_SECONDS: '30', WITHDRAWAL_FLAGGED_DOLLARS: '500' };
// The sandbox retries webhooks sixty times faster than the provider, so lost ones are checked sooner too.
const SANDBOX_SWEEP_SECONDS = '20';

/** What is known when the processes start. */
type Known = {
  readonly env: LaunchEnv;
  /** Called only if the operator has not set a secret. */
  readonly secrets: () => Secrets;
  readonly replay: Replay | undefined;
  readonly databaseUrl: string;
  readonly workerUrl: string;
  readonly stateFolder: string;
  /** Undefined: nothing is signed on this machine. */
  readonly signer: SignerAddress | undefined;
  /** The built screens that the api serves; none while vite serves them. */
  readonly screens: string | undefined;
};

/** Combines the operator's settings with generated defaults; the sandbox replaces providers that are not set. */
export function productEnv(known: Known): ProductEnv {
  const providers = providersOf(known);
  const both = envOfBoth(known, providers);
  return {
    usesSandbox: providers.usesSandbox,
    sandbox: sandboxEnv(known, providers),
    api: { ...both, ...apiEnv(known, providers) },
    worker: { ...both, ...workerEnv(known, providers) },
    signer: known.signer ? signerEnv(known, known.signer, providers) : {},
  };
}

type Providers = ReturnType<typeof providersOf>;

/** Which providers the sandbox stands in for, and the keys that several processes share. */
function providersOf({ env, secrets }: Known) {
  const fedBySandbox = env.odds.url === undefined;
  const paidBySandbox = env.mollie.url === undefined;
  const mailedBySandbox = env.smtpUrl === undefined;
  return {
    sandboxUrl: `http://localhost:${env.sandboxPort}`,
    fedBySandbox,
    paidBySandbox,
    usesSandbox: fedBySandbox || paidBySandbox || mailedBySandbox,
    isAllSandbox: fedBySandbox && paidBySandbox && mailedBySandbox,
    oddsKey: env.odds.key ?? secrets().oddsApiKey,
    mollieKey: env.mollie.key ?? secrets().mollieApiKey,
    signingKey: env.ledgerSigningKey ?? secrets().ledgerSigningKey,
    // Nothing is generated for the operator's own database: without a key there are no push messages.
    vapidKey: env.vapidPrivateKey ?? (env.databaseUrl === undefined ? secrets().vapidKey : undefined),
  };
}

/** What api and worker have in common. */
function envOfBoth({ env, secrets }: Known, providers: Providers) {
  const { sandboxUrl, fedBySandbox, isAllSandbox } = providers;
  return {
    NODE_ENV: 'production',
    ...(env.redisUrl === undefined ? {} : { REDIS_URL: env.redisUrl }),
    PUBLIC_URL: env.publicUrl,
    ...(env.metricsToken === undefined ? {} : { METRICS_TOKEN: env.metricsToken }),
    SMTP_URL: env.smtpUrl ?? `smtp://localhost:${env.sandboxSmtpPort}`,
    MOLLIE_API_URL: env.mollie.url ?? sandboxUrl,
    MOLLIE_API_KEY: providers.mollieKey,
    DATA_KEY: env.dataKey ?? secrets().dataKey,
    IN_PLAY_BETTING: env.inPlayBetting ?? (fedBySandbox ? 'open' : 'closed'),
    ...pushServicesOf(env, isAllSandbox ? sandboxUrl : undefined),
    ...(fedBySandbox ? { IN_PLAY_DELAY_SECONDS: SANDBOX_DELAY_SECONDS } : {}),
    LEDGER_PUBLIC_KEY: publicKeyOf(providers.signingKey),
    ...env.betting,
    ...env.bonus,
  };
}

function sandboxEnv({ env, secrets, stateFolder }: Known, { oddsKey, mollieKey }: Providers) {
  return {
    SANDBOX_PORT: String(env.sandboxPort),
    SANDBOX_SMTP_PORT: String(env.sandboxSmtpPort),
    SANDBOX_STATE: stateFolder,
    ODDS_API_KEY: oddsKey,
    FOOTBALL_DATA_TOKEN: oddsKey,
    MOLLIE_API_KEY: mollieKey,
    ...(env.databaseUrl === undefined ? { SANDBOX_AUTHENTICATOR: authenticatorText(secrets()) } : {}),
  };
}

function apiEnv({ env, secrets, replay, databaseUrl, signer, screens }: Known, providers: Providers) {
  const { fedBySandbox, paidBySandbox, isAllSandbox, vapidKey } = providers;
  const direct = directUrls(env).api;
  return {
    DATABASE_URL: databaseUrl,
    ...(direct !== undefined && { DATABASE_DIRECT_URL: direct }),
    ...(env.databaseStandbyUrl !== undefined && { DATABASE_STANDBY_URL: env.databaseStandbyUrl }),
    PORT: String(env.port),
    JWT_SECRET: env.jwtSecret ?? secrets().jwtSecret,
    ...(vapidKey !== undefined && { VAPID_PUBLIC_KEY: vapidKeysOf(vapidKey)?.publicKey ?? '' }),
    ...(env.tokenMinutes === undefined ? {} : { TOKEN_MINUTES: String(env.tokenMinutes) }),
    ...env.signerElsewhere,
    ...(env.logOrigin === undefined ? {} : { LOG_ORIGIN: env.logOrigin }),
    ...(signer && {
      LOG_ORIGIN: signer.origin,
      SIGNER_URL: `http://127.0.0.1:${signer.port}`,
      SIGNER_TOKEN: signer.token,
    }),
    ...(env.webhookUrl === undefined ? {} : { WEBHOOK_URL: env.webhookUrl }),
    ...(env.eurPerUsd === undefined ? {} : { EUR_PER_USD: env.eurPerUsd }),
    // In the demo the only admin approves a withdrawal right after its request.
    ...(paidBySandbox ? SANDBOX_WITHDRAWALS : {}),
    ...env.withdrawals,
    ...(screens === undefined ? {} : { WEB_DIST: screens }),
    ...(fedBySandbox ? { FEED_NOTICE: feedNotice(replay), ...sandboxClock(env, replay) } : {}),
    // A demo accepts simple passwords; with real money they are refused.
    LEAKED_PASSWORDS: env.leakedPasswords ?? (isAllSandbox ? 'accept' : 'refuse'),
  };
}

function workerEnv({ env, replay, workerUrl }: Known, providers: Providers) {
  const { sandboxUrl, fedBySandbox, paidBySandbox, oddsKey, mollieKey, vapidKey } = providers;
  const direct = directUrls(env).worker;
  const mollieToken = env.mollie.accessToken ?? (paidBySandbox ? `access_${mollieKey}` : undefined);
  const sweepSeconds = env.depositSweepSeconds?.toString() ?? (paidBySandbox ? SANDBOX_SWEEP_SECONDS : undefined);
  // The sandbox's results fit its odds only.
  const footballData =
    env.footballData.url === undefined && fedBySandbox ? { url: sandboxUrl, token: oddsKey } : env.footballData;
  return {
    DATABASE_URL: workerUrl,
    ...(direct !== undefined && { DATABASE_DIRECT_URL: direct }),
    ...(env.workerDatabaseStandbyUrl !== undefined && { DATABASE_STANDBY_URL: env.workerDatabaseStandbyUrl }),
    ...(vapidKey !== undefined && { VAPID_PRIVATE_KEY: vapidKey }),
    // A season is replayed at the prices in its file, which are Bet365's.
    ...(replay === undefined ? {} : { ODDS_BOOKMAKERS: 'bet365' }),
    ...env.feed,
    ...(fedBySandbox ? sandboxClock(env, replay) : {}),
    ODDS_API_URL: env.odds.url ?? sandboxUrl,
    ODDS_API_KEY: oddsKey,
    ...(footballData.url !== undefined &&
      footballData.token !== undefined && {
        FOOTBALL_DATA_URL: footballData.url,
        FOOTBALL_DATA_TOKEN: footballData.token,
      }),
    ...(mollieToken === undefined ? {} : { MOLLIE_ACCESS_TOKEN: mollieToken }),
    ...(sweepSeconds === undefined ? {} : { DEPOSIT_SWEEP_SECONDS: sweepSeconds }),
    ODDS_POLL_SECONDS: String(env.oddsPollSeconds ?? pollSeconds(fedBySandbox, replay)),
  };
}

function signerEnv({ env, secrets }: Known, signer: SignerAddress, { signingKey, isAllSandbox }: Providers) {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: signer.databaseUrl,
    SIGNER_FOLDER: signer.folder,
    SIGNER_PORT: String(signer.port),
    SIGNER_TOKEN: signer.token,
    LOG_ORIGIN: signer.origin,
    LEDGER_SIGNING_KEY: signingKey,
    SEAL_KEY: env.sealKey ?? secrets().signer.sealKey,
    WITNESSES: signer.witnesses,
    ...signer.timeStamps,
    ...(env.signSeconds === undefined ? {} : { SIGN_SECONDS: String(env.signSeconds) }),
    // The demo's first bettor need not wait for a seal.
    CHECKPOINT_MINUTES: String(env.checkpointMinutes ?? (isAllSandbox ? 1 : 10)),
  };
}

/** The sandbox is a push service too. */
function pushServicesOf({ pushServices }: LaunchEnv, sandboxUrl: string | undefined): Record<string, string> {
  if (pushServices !== undefined) return { PUSH_SERVICES: pushServices };
  return sandboxUrl === undefined ? {} : { PUSH_SERVICES: [...knownPushServices, sandboxUrl].join() };
}

function pollSeconds(fedBySandbox: boolean, replay: Replay | undefined): number {
  if (!fedBySandbox) return REAL_FEED_POLL_SECONDS;
  return replay !== undefined && replay.speed >= FAST_REPLAY ? 1 : 2;
}

/** How time passes in the sandbox's matches. */
const sandboxClock = ({ sandboxMatchSpeed }: LaunchEnv, replay: Replay | undefined) =>
  replay === undefined
    ? { MATCH_SPEED: String(sandboxMatchSpeed), HALF_TIME_MINUTES: '5' }
    : { MATCH_SPEED: String(replay.speed), HALF_TIME_MINUTES: '10' };
