import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { parsed, readVariables, requiredText, url, wholeNumber } from '@touchline/core/environment';
import { minutes, seconds } from '@touchline/core/instant';
import { ok, type Result } from '@touchline/core/result';
import { databaseUrlProblem, isDatabaseUrl } from '@touchline/store/database-url';
import { parseVerifierKey } from '@touchline/tlog/note';
import { z } from 'zod';
import type { TimeStampAuthority } from './ask-time-stamps.ts';
import type { WitnessAddress } from './ask-witnesses.ts';

/** This process's settings, read once at its start. */
export type SignerEnv = {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly origin: string;
  readonly privateKey: KeyObject;
  readonly master: Buffer;
  readonly signEveryMs: number;
  readonly sealEveryMs: number;
  readonly witnesses: readonly WitnessAddress[];
  readonly timeStamps: TimeStampAuthority | undefined;
  readonly port: number;
  readonly host: string;
  readonly token: string;
};

/** Reads the environment. The refusal lists every problem, one sentence each. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Result<SignerEnv, readonly string[]> {
  const read = readVariables(shape, variables);
  if (!read.ok) return read;
  const env = read.value;
  return ok({
    databaseUrl: env.DATABASE_URL,
    folder: env.SIGNER_FOLDER,
    origin: env.LOG_ORIGIN,
    privateKey: env.LEDGER_SIGNING_KEY,
    master: env.SEAL_KEY,
    signEveryMs: seconds(env.SIGN_SECONDS),
    sealEveryMs: minutes(env.CHECKPOINT_MINUTES),
    witnesses: env.WITNESSES,
    timeStamps:
      env.TIMESTAMP_URL === undefined
        ? undefined
        : { url: env.TIMESTAMP_URL, roots: env.TIMESTAMP_ROOTS, everyMs: minutes(env.TIMESTAMP_MINUTES) },
    port: env.SIGNER_PORT,
    host: env.SIGNER_HOST,
    token: env.SIGNER_TOKEN,
  });
}

function privateKey(text: string, context: z.RefinementCtx): KeyObject {
  try {
    const key = createPrivateKey(text.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below.
  }
  context.addIssue('is not the PEM of an Ed25519 private key');
  return z.NEVER;
}

/** Parses `URL KEY, URL KEY`: where each witness answers, and its key as C2SP writes it. */
export function witnessAddresses(text: string, context: z.RefinementCtx): readonly WitnessAddress[] {
  const addresses: WitnessAddress[] = [];
  for (const part of text.split(',').filter((entry) => entry.trim() !== '')) {
    const [url = '', key = ''] = part.trim().split(/\s+/);
    try {
      addresses.push({ url: new URL(url).href.replace(/\/+$/, ''), key: parseVerifierKey(key) });
    } catch {
      context.addIssue(`has no "URL KEY" of a witness: ${part.trim()}`);
    }
  }
  return addresses;
}

/** Parses PEM of certificates, one after another, with line breaks or `\n`. */
function certificates(text: string, context: z.RefinementCtx): readonly X509Certificate[] {
  const blocks = text.replaceAll('\\n', '\n').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    context.addIssue('is not the PEM of certificates');
    return z.NEVER;
  }
}

const sealKey = (text: string) => {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 ? key : 'is not a key of 32 bytes in base64';
};

const shape = z
  .object({
    DATABASE_URL: requiredText('a postgres:// URL').refine(isDatabaseUrl, databaseUrlProblem),
    SIGNER_FOLDER: requiredText('the folder that only the signer can write'),
    LOG_ORIGIN: requiredText('the name of the log').regex(/^[^\s+]+$/, 'contains spaces or plus signs'),
    LEDGER_SIGNING_KEY: requiredText('the key that signs the log').transform(privateKey),
    SEAL_KEY: requiredText('32 bytes in base64 that salt the sealed wallets').transform(parsed(sealKey)),
    SIGN_SECONDS: wholeNumber('a whole number of seconds', 1, 3_600).default(10),
    CHECKPOINT_MINUTES: wholeNumber('a whole number of minutes', 1, 1_440).default(10),
    WITNESSES: z.string().default('').transform(witnessAddresses),
    TIMESTAMP_URL: url('an http(s) URL', /^https?$/).optional(),
    TIMESTAMP_ROOTS: z.string().default('').transform(certificates),
    TIMESTAMP_MINUTES: wholeNumber('a whole number of minutes', 1, 1_440).default(60),
    SIGNER_PORT: wholeNumber('a whole number of ports', 0, 65_535).default(4_030),
    SIGNER_HOST: z.string().default('127.0.0.1'),
    SIGNER_TOKEN: requiredText('the token of the api').min(16, 'is shorter than 16 characters'),
  })
  .refine(({ TIMESTAMP_URL, TIMESTAMP_ROOTS }) => TIMESTAMP_URL === undefined || TIMESTAMP_ROOTS.length > 0, {
    path: ['TIMESTAMP_ROOTS'],
    error: 'is missing: the root certificates that TIMESTAMP_URL has to lead to',
  });
