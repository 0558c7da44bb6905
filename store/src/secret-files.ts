import { readFileSync } from 'node:fs';
import { ok, type Result, refused } from '@touchline/core/result';

type Variables = Readonly<Record<string, string | undefined>>;

const secret =
  /^(?:(?:\w+_)?DATABASE_(?:\w+_)?(?:URL|PASSWORD)|REDIS_URL|SMTP_URL|\w+_API_KEY|JWT_SECRET|DATA_KEY|SEAL_KEY|VAPID_(?:PRIVATE|PUBLIC)_KEY|LEDGER_(?:SIGNING|PUBLIC)_KEY|(?:SIGNER|METRICS|MOLLIE_ACCESS|FOOTBALL_DATA)_TOKEN)$/;

/** Passwords, keys and what contains them; URLs of databases too. */
const isSecret = (name: string): boolean => secret.test(name.replace(/_FILE$/, ''));

export const withoutSecrets = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !isSecret(name)));

/**
 * Returns the environment with the secrets that are in files: for `JWT_SECRET_FILE=/run/secrets/jwt_secret`, `JWT_SECRET` has the
 * file's content without the line break at its end. The refusal lists every problem, one sentence each.
 */
export function readSecretFiles(variables: Variables): Result<Variables, readonly string[]> {
  const problems: string[] = [];
  const read: Record<string, string | undefined> = { ...variables };
  for (const [fileVariable, path] of Object.entries(variables)) {
    const name = fileVariable.replace(/_FILE$/, '');
    if (name === fileVariable || !isSecret(name) || !path) continue;
    delete read[fileVariable];
    if (variables[name]) problems.push(`${name} and ${fileVariable} are both set`);
    else {
      try {
        read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
        problems.push(`${fileVariable} names a file that cannot be read: ${path} (${code})`);
      }
    }
  }
  return problems.length === 0 ? ok(read) : refused(problems);
}
