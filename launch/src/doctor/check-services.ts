import { statfsSync } from 'node:fs';
import { connect as connectTls } from 'node:tls';
import { redisOptions } from '@touchline/store/redis-url';
import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import { checked, type Finding, fine, problem } from './finding.ts';

const withinMs = 10_000;

export const checkRedis = (url: string): Promise<readonly Finding[]> =>
  checked('redis', 'Check REDIS_URL: host, port, password, and rediss:// for TLS.', async () => {
    const redis = new Redis({
      ...redisOptions(url),
      lazyConnect: true,
      connectTimeout: withinMs,
      maxRetriesPerRequest: 0,
      retryStrategy: null,
      sentinelRetryStrategy: () => null,
    });
    redis.on('error', () => {});
    try {
      await redis.connect();
      const info = await redis.info();
      const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
      const policy = field('maxmemory_policy');
      return [
        field('role') === 'master'
          ? fine('redis', `Redis ${field('redis_version')} answers.`)
          : problem(
              'redis',
              'It is a replica, which takes no jobs.',
              'Name the primary, or the sentinels, in REDIS_URL.',
            ),
        policy === 'noeviction'
          ? fine('redis', 'It refuses writes when it is full, so it loses no jobs.')
          : problem(
              'redis',
              `Its maxmemory-policy is ${policy}: a full Redis would drop jobs.`,
              'Set maxmemory-policy noeviction.',
            ),
      ];
    } finally {
      redis.disconnect();
    }
  });

type Provider = { readonly url: string; readonly key: string };

/** Lists the sports, which costs no credits. */
export const checkOddsProvider = ({ url, key }: Provider): Promise<readonly Finding[]> =>
  checkProvider(
    'odds provider',
    'ODDS_API',
    `${url.replace(/\/+$/, '')}/v4/sports?apiKey=${encodeURIComponent(key)}`,
    {},
  );

export const checkPaymentProvider = ({ url, key }: Provider): Promise<readonly Finding[]> =>
  checkProvider('payment provider', 'MOLLIE_API', `${url.replace(/\/+$/, '')}/v2/payments?limit=1`, {
    authorization: `Bearer ${key}`,
  });

const checkProvider = (about: string, variable: string, url: string, headers: Readonly<Record<string, string>>) =>
  checked(about, `Check ${variable}_URL, and that this machine may connect to it.`, async () => {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(withinMs) });
    await answer.body?.cancel();
    const { host } = new URL(url);
    if (answer.ok) return [fine(about, `${host} accepts the key.`)];
    return answer.status === 401 || answer.status === 403
      ? [problem(about, `${host} rejects the key (${answer.status}).`, `Check ${variable}_KEY.`)]
      : [problem(about, `${host} answers ${answer.status}.`, `Check ${variable}_URL and the provider's status page.`)];
  });

/** Connects and logs in, and sends nothing. */
export const checkMail = (url: string): Promise<readonly Finding[]> =>
  checked('mail', 'Check SMTP_URL: host, port, name and password; smtps:// for port 465.', async () => {
    const transport = createTransport({
      url,
      connectionTimeout: withinMs,
      greetingTimeout: withinMs,
      socketTimeout: withinMs,
    });
    try {
      await transport.verify();
      return [fine('mail', `${new URL(url).host} accepts the login.`)];
    } finally {
      transport.close();
    }
  });

const daysOfWarning = 14;

export async function checkPublicUrl(publicUrl: string): Promise<readonly Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const secure =
    protocol === 'https:'
      ? await checked('certificate', 'Renew or install the certificate of PUBLIC_URL at the balancer.', async () => [
          certificateFinding(await certificateEnd(hostname, Number(port || 443))),
        ])
      : isLocal
        ? [fine('certificate', 'PUBLIC_URL is on this machine and needs none.')]
        : [
            problem(
              'certificate',
              'PUBLIC_URL begins with http://.',
              'Serve it with TLS and set PUBLIC_URL=https://…: passwords pass through it.',
            ),
          ];
  const answers = await checked(
    'public address',
    'Start the product and its balancer, and check the DNS entry of PUBLIC_URL.',
    async () => {
      const answer = await fetch(new URL('/healthz', publicUrl), { signal: AbortSignal.timeout(withinMs) });
      const text = await answer.text();
      return answer.ok && text.includes('"ok"')
        ? [fine('public address', `${publicUrl} answers.`)]
        : [
            problem(
              'public address',
              `${publicUrl}/healthz answers ${answer.status}.`,
              'Check that PUBLIC_URL leads to the api.',
            ),
          ];
    },
  );
  return [...secure, ...answers];
}

function certificateFinding(end: Date): Finding {
  const days = Math.floor((end.getTime() - Date.now()) / 86_400_000);
  return days >= daysOfWarning
    ? fine('certificate', `Valid for ${days} more days.`)
    : problem('certificate', `It ends in ${days} days.`, 'Renew it.');
}

/** Returns when a trusted certificate ends. */
const certificateEnd = (host: string, port: number): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = connectTls({ host, port, servername: host, timeout: withinMs }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
  });

const neededBytes = 2 * 1024 ** 3;

export function checkDisk(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const gigabytes = (bavail * bsize) / 1024 ** 3;
  return bavail * bsize >= neededBytes
    ? fine('disk', `${gigabytes.toFixed(0)} GB are free at ${folder}.`)
    : problem(
        'disk',
        `Only ${gigabytes.toFixed(1)} GB are free at ${folder}.`,
        'Free some space: logs and the embedded database need it.',
      );
}
