import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';
import { PKIStatus, PKIStatusInfo, TimeStampResp } from '@peculiar/asn1-tsp';
import { minutes, seconds } from '@touchline/core/instant';
import { createSandbox, type Sandbox } from '@touchline/sandbox/create';
import { connect, type Store } from '@touchline/store/connect';
import { exportLedger } from '@touchline/store/ledger';
import { createPlayer, createTestDatabase, type TestDatabase, tamper, verifyAlone } from '@touchline/store/testing';
import { readTimeStamp, readTimeStamping } from '@touchline/store/transparency';
import { createWalletWriter, type WalletWriter } from '@touchline/store/wallet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTimeStamps, type TimeStamps } from './ask-time-stamps.ts';
import { createTestSigner, type TestSigner } from './testing/test-signer.ts';
import { checkStamp, stampQuery } from './time-stamp.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const openssl = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8', timeout: 60_000 });
  return { status, text: stdout + stderr };
};

const rootOf = async ({ url }: Sandbox) => (await fetch(`${url}/timestamp/roots.pem`)).text();
const post = async (url: string, body: Buffer) => {
  const headers = { 'content-type': 'application/timestamp-query' };
  return Buffer.from(await (await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).arrayBuffer());
};

const [sandbox, another] = await Promise.all([createSandbox(), createSandbox()]);
const rootPem = await rootOf(sandbox);
const root = new X509Certificate(rootPem);
const folder = mkdtempSync(join(tmpdir(), 'touchline-stamps-'));
afterAll(async () => {
  await Promise.all([sandbox.close(), another.close()]);
  rmSync(folder, { recursive: true });
});
const inFolder = (name: string) => join(folder, name);

describe('an answer of a time-stamping authority', () => {
  const text = 'touchline.test/ledger\n7\nAAAA\n';
  const query = stampQuery(text);
  let reply: Buffer;
  beforeAll(async () => {
    reply = await post(`${sandbox.url}/timestamp`, query.bytes);
  });

  test('is accepted if it repeats hash and nonce, and its certificate leads to the root', () => {
    const checked = checkStamp(reply, query, [root]);
    expect(checked).toMatchObject({ ok: true, value: { authority: 'Sandbox time-stamping authority' } });
  });

  test.each<readonly [what: string, refusal: string, change: () => Promise<Parameters<typeof checkStamp>>]>([
    [
      'about another text',
      'Its token is about another text.',
      async () => [reply, { ...query, hash: stampQuery('another').hash }, [root]],
    ],
    [
      'to a query from before',
      'Its token answers another query.',
      async () => [reply, { ...query, nonce: stampQuery(text).nonce }, [root]],
    ],
    [
      'with another time',
      'The signature of its token is not valid.',
      async () => [changed(reply, generalizedTime, '2001'), query, [root]],
    ],
    [
      'with a changed signature',
      'The signature of its token is not valid.',
      async () => [Buffer.concat([reply.subarray(0, -1), Buffer.of((reply.at(-1) ?? 0) ^ 1)]), query, [root]],
    ],
    [
      'of an authority with another root',
      'Its certificate does not lead to a root in TIMESTAMP_ROOTS, or is not valid at the time of the token.',
      async () => [reply, query, [new X509Certificate(await rootOf(another))]],
    ],
    [
      'that refuses',
      'It refused (status 2): Only SHA-256 is stamped.',
      async () => {
        const sha1 = Buffer.from(
          query.bytes.toString('hex').replace('0609608648016503040201', '0609608648016503040202'),
          'hex',
        );
        return [await post(`${sandbox.url}/timestamp`, sha1), query, [root]];
      },
    ],
    ['that is a web page', 'It sent no RFC 3161 answer.', async () => [Buffer.from('<html>'), query, [root]]],
    ['that is cut short', 'It sent no RFC 3161 answer.', async () => [reply.subarray(0, -9), query, [root]]],
  ])('%s is refused', async (_, refusal, change) => {
    expect(checkStamp(...(await change()))).toEqual({ ok: false, refusal });
  });

  test.skipIf(!hasOpenssl)(
    'of another implementation, with an RSA certificate, is accepted; one for another purpose is not',
    () => {
      const write = (name: string, lines: readonly string[]) => writeFileSync(inFolder(name), `${lines.join('\n')}\n`);
      const make = (name: string, purpose: string) => {
        const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', inFolder(`${name}.key`)];
        openssl('req', ...key, '-subj', `/CN=${name}`, '-out', inFolder(`${name}.csr`));
        write('extensions', ['basicConstraints=critical,CA:false', `extendedKeyUsage=critical,${purpose}`]);
        const signed = ['-CA', inFolder('root.pem'), '-CAkey', inFolder('root.key'), '-CAcreateserial', '-days', '30'];
        const files = ['-extfile', inFolder('extensions'), '-out', inFolder(`${name}.pem`)];
        openssl('x509', '-req', '-in', inFolder(`${name}.csr`), ...signed, ...files);
      };
      openssl(
        ...[
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-keyout',
          inFolder('root.key'),
          '-out',
          inFolder('root.pem'),
        ],
        ...['-subj', '/CN=Root', '-days', '30'],
      );
      make('stamps', 'timeStamping');
      make('mail', 'emailProtection');
      writeFileSync(inFolder('query.tsq'), query.bytes);
      write('serial', ['01']);
      write('tsa.cnf', [
        ...['[tsa]', 'default_tsa = own', '[own]', `serial = ${inFolder('serial')}`, 'default_policy = 1.2.3.4.1'],
        ...[
          `signer_cert = ${inFolder('stamps.pem')}`,
          `signer_key = ${inFolder('stamps.key')}`,
          'signer_digest = sha512',
        ],
        ...['digests = sha256', 'ess_cert_id_alg = sha256'],
      ]);
      const made = openssl(
        ...[
          'ts',
          '-reply',
          '-config',
          inFolder('tsa.cnf'),
          '-queryfile',
          inFolder('query.tsq'),
          '-out',
          inFolder('reply.tsr'),
        ],
      );
      expect(made.text).toContain('Response has been generated');
      const roots = [new X509Certificate(readFileSync(inFolder('root.pem')))];
      const stamped = checkStamp(readFileSync(inFolder('reply.tsr')), query, roots);
      expect(stamped).toMatchObject({ ok: true, value: { authority: 'stamps' } });

      // OpenSSL stamps with no other certificate, so its token is signed again, as any CMS.
      const resigned = (name: string) => {
        const { timeStampToken } = AsnConvert.parse(readFileSync(inFolder('reply.tsr')), TimeStampResp);
        const { content } = AsnConvert.parse(AsnConvert.serialize(timeStampToken), ContentInfo);
        const info = AsnConvert.parse(content, SignedData).encapContentInfo.eContent?.single;
        writeFileSync(inFolder('info.der'), Buffer.from(info?.buffer ?? new ArrayBuffer(0)));
        const signer = [
          '-signer',
          inFolder(`${name}.pem`),
          '-inkey',
          inFolder(`${name}.key`),
          '-md',
          'sha256',
          '-cades',
        ];
        const token = ['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-outform', 'DER', '-out', inFolder('token.der')];
        openssl('cms', '-sign', '-binary', '-nodetach', '-in', inFolder('info.der'), ...signer, ...token);
        const status = new PKIStatusInfo({ status: PKIStatus.granted });
        const made = new TimeStampResp({
          status,
          timeStampToken: AsnConvert.parse(readFileSync(inFolder('token.der')), ContentInfo),
        });
        return Buffer.from(AsnConvert.serialize(made));
      };
      expect(checkStamp(resigned('stamps'), query, roots)).toMatchObject({ ok: true, value: { authority: 'stamps' } });
      expect(checkStamp(resigned('mail'), query, roots)).toEqual({
        ok: false,
        refusal: 'Its certificate is not one for time-stamping.',
      });
    },
  );
});

/** The year of a token's time; certificates have two digits for it. */
const generalizedTime = /20\d\d(?=\d{10}[.Z])/;
/** Replaces text in bytes that are not text. */
const changed = (bytes: Buffer, pattern: RegExp, by: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(pattern, by), 'latin1');

describe('checkpoints', () => {
  let database: TestDatabase;
  let signing: Store;
  let writer: WalletWriter;
  let signer: TestSigner;
  let timeStamps: TimeStamps;
  let problems: string[];
  let now: number;

  const ask = (url: string) =>
    createTimeStamps(
      signing.pool,
      { url, roots: [root], everyMs: minutes(60) },
      (problem) => problems.push(problem),
      () => now,
    );
  beforeEach(async () => {
    database = await createTestDatabase();
    signing = connect(database.urlAs('touchline_signer'));
    writer = createWalletWriter(database);
    signer = createTestSigner(database);
    problems = [];
    now = Date.now();
    timeStamps = ask(`${sandbox.url}/timestamp`);
  });
  afterEach(async () => {
    await writer.close();
    await signer.close();
    await signing.close();
    await database.close();
  });

  async function depositAndSign() {
    await createPlayer(database.db, writer, 10);
    const checkpoint = await signer.sign();
    if (!checkpoint) throw new Error('there was nothing to sign');
    await timeStamps.ask(checkpoint);
    return checkpoint;
  }
  async function auditorReads(pem: string) {
    const content = exportLedger(database.pool, { format: 'ndjson' });
    const files = { 'export.ndjson': content, 'operator.pem': signer.publicPem, 'tsa.pem': pem };
    return verifyAlone(files, 'export.ndjson', '--key', 'operator.pem', '--tsa', 'tsa.pem');
  }

  test('are stamped once an hour, also after a restart', async () => {
    const first = await depositAndSign();
    await depositAndSign();
    timeStamps = ask(`${sandbox.url}/timestamp`);
    await depositAndSign();
    expect((await readTimeStamping(database.pool))?.newest?.size).toBe(first.size);
    now += minutes(61);
    const later = await depositAndSign();
    expect(await readTimeStamping(database.pool)).toMatchObject({
      newest: { size: later.size, authority: 'Sandbox time-stamping authority' },
      awaySince: null,
    });
  });

  test('get one stamp each, however often they are asked for', async () => {
    let asked = 0;
    const { server, url } = await listen((query) => {
      asked += 1;
      return post(`${sandbox.url}/timestamp`, query);
    });
    timeStamps = ask(url);
    const checkpoint = await depositAndSign();
    now += minutes(61);
    await timeStamps.ask(checkpoint);
    server.close();
    expect(asked).toBe(1);
  });

  test('are proved by their stamps to OpenSSL and to the stand-alone verifier, and a changed stamp is found', async () => {
    const { size, note } = await depositAndSign();
    const reply = await readTimeStamp(database.pool, size);
    if (!reply) throw new Error('there is no time stamp');
    writeFileSync(inFolder('stamp.tsr'), reply);
    writeFileSync(inFolder('tsa.pem'), rootPem);
    writeFileSync(inFolder('checkpoint.txt'), note.slice(0, note.indexOf('\n\n') + 1));
    if (hasOpenssl) {
      const files = ['-in', inFolder('stamp.tsr'), '-data', inFolder('checkpoint.txt'), '-CAfile', inFolder('tsa.pem')];
      expect(openssl('ts', '-verify', ...files).text).toContain('Verification: OK');
    }
    const good = await auditorReads(rootPem);
    expect(good.code).toBe(0);
    expect(good.text).toMatch(
      new RegExp(`^Proved: Sandbox time-stamping authority says that the first ${size} entries existed at 20`, 'm'),
    );
    const stranger = await auditorReads(await rootOf(another));
    expect(stranger.text).toContain(
      `time-stamp-wrong: the time stamp of the checkpoint of ${size} entries is not signed by an authority that --tsa names`,
    );

    const year = reply.toString('latin1').search(generalizedTime);
    await tamper(database, `update log_time_stamps set reply = overlay(reply placing '2001'::bytea from ${year + 1})`);
    const backdated = await auditorReads(rootPem);
    expect(backdated.code).toBe(1);
    expect(backdated.text).toContain(
      `time-stamp-wrong: the time stamp of the checkpoint of ${size} entries has a signature that is not valid`,
    );
  });

  test('wait for no authority: since when it is away is stored, and it is asked again a minute later', async () => {
    let answer: (query: Buffer) => Promise<Buffer> = async () => Buffer.from('out of order');
    const { server, url } = await listen((query) => answer(query));
    timeStamps = ask(url);
    await depositAndSign();
    const away = await readTimeStamping(database.pool);
    expect(away).toMatchObject({ newest: null, problem: 'It sent no RFC 3161 answer.' });
    expect(away?.awaySince).toBeGreaterThan(0);

    // An answer to an earlier query, as someone between us and the authority could send it.
    const old = await post(`${sandbox.url}/timestamp`, stampQuery('touchline.test/ledger\n').bytes);
    answer = async () => old;
    now += seconds(61);
    await depositAndSign();
    const lied = await readTimeStamping(database.pool);
    expect(lied).toMatchObject({
      newest: null,
      problem: 'Its token is about another text.',
      awaySince: away?.awaySince,
    });

    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    now += seconds(61);
    await depositAndSign();
    expect(await readTimeStamping(database.pool)).toMatchObject({
      newest: null,
      problem: expect.stringMatching(/^It does not answer: /),
      awaySince: away?.awaySince,
    });
    expect(problems).toEqual(['It sent no RFC 3161 answer.']);

    timeStamps = ask(`${sandbox.url}/timestamp`);
    const { size } = await depositAndSign();
    expect(await readTimeStamping(database.pool)).toMatchObject({ newest: { size }, awaySince: null, problem: null });
  });
});

async function listen(answer: (query: Buffer) => Promise<Buffer>): Promise<{ server: Server; url: string }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end(await answer(Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
