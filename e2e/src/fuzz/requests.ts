import { gzipSync } from 'node:zlib';
import { type Operation, operationsOf } from '@touchline/api/nasty-values';
import fc from 'fast-check';
import type { HttpRequest } from './http-client.ts';

/** A request, and what is strange about it. */
export type Asked = HttpRequest & { readonly what: string };
export type Asking = {
  readonly name: string;
  readonly isOpen: boolean;
  readonly plain: Asked;
  /** In an order that depends on the seed. */
  readonly hostile: readonly Asked[];
};

const types = [
  '',
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;charset=nonsense',
  'application/x-www-form-urlencoded',
  'application/jsonx',
  'application/json, text/html',
  '*/*',
  'application/json; boundary="',
];
const bodies: readonly (readonly [
  what: string,
  body: string | Uint8Array,
  headers?: Readonly<Record<string, string>>,
])[] = [
  ['JSON that is deep', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
  ['JSON that is wide', JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, at])))],
  ['a long list', JSON.stringify(Array.from({ length: 20_000 }, () => 0))],
  ['a body of the largest size', `"${'x'.repeat(64 * 1_024 - 2)}"`],
  ['a body that is too large', 'x'.repeat(64 * 1_024 + 1)],
  ['a body of a megabyte', 'x'.repeat(1_048_576)],
  ['bytes that are no UTF-8', Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x7d])],
  ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le')],
  ['the same field twice', '{"amount":1,"amount":2,"email":"a@b.test","email":"c@d.test"}'],
  ['numbers that are none', '{"amount":NaN,"stake":Infinity}'],
  ['a large exponent', '{"amount":1e400,"stake":-1e400,"limit":1e-400}'],
  ['what claims to be gzip', '{"a":1}', { 'content-encoding': 'gzip' }],
  ['gzip of ten megabytes', gzipSync(Buffer.alloc(10_485_760)), { 'content-encoding': 'gzip' }],
  ['a prototype', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'],
];
/** Beside what the caller sends anyway. `authorization` takes its place. */
const headers: readonly Readonly<Record<string, string>>[] = [
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'x'.repeat(7_000)}` },
  { authorization: 'bearer a b' },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer ${unsigned({ alg: 'none', typ: 'JWT' })}` },
  { authorization: `Bearer ${unsigned({ alg: 'HS256', typ: 'JWT', kid: '../../etc/passwd' })}` },
  { authorization: 'Bearer \u00ff\u00fe' },
  { cookie: 'touchline-refresh=x; touchline-refresh=y' },
  { cookie: `__Host-touchline-refresh=${'x'.repeat(4_000)}; a=%; =; ;;` },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x'.repeat(5_000) },
  { 'idempotency-key': '\u00e9\u00ff' },
  { 'x-forwarded-for': 'nonsense' },
  { 'x-forwarded-for': '::1%eth0, ::ffff:10.0.0.1, 999.1.1.1, ,' },
  { 'x-forwarded-for': 'x, '.repeat(1_500) },
  { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'evil.test', forwarded: 'for=x' },
  { 'x-request-id': 'c0ffee00-1111-4222-8333-444455556666' },
  { 'x-http-method-override': 'DELETE' },
  { host: 'evil.test:99999' },
  { origin: 'null', referer: 'nonsense' },
  { accept: 'text/html' },
  { accept: '*/*;q=nonsense', 'accept-language': '*'.repeat(3_000), 'accept-encoding': 'nonsense' },
  { range: 'bytes=-1', 'if-none-match': '"', 'if-modified-since': 'never' },
  { 'user-agent': '\u00ff'.repeat(2_000) },
  { expect: 'nonsense' },
  { 'content-length': '0' },
  { 'transfer-encoding': 'chunked' },
  Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`x-${at}`, 'y'])),
];
const addresses = [
  '/%',
  '/%00',
  '/%ff',
  '//',
  '/..',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/.git/config',
  '/;',
  '/?',
  '/#',
  '/\\',
  `/${'x'.repeat(6_000)}`,
  '/__proto__',
  '/docs/static/%2e%2e/%2e%2e/package.json',
  '/docs/..;/metrics',
  '/teams/%2e%2e/x.jpg',
  '/metrics',
  '/bet/',
  '/EVENTS',
  '/events/%F0%9F%98%80/history',
  '/events?since=1&since=2&since[]=3',
  '/events?__proto__[a]=1',
  `/events?${'a=1&'.repeat(1_500)}`,
];
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
  'PURGE',
  'LOCK',
  'M-SEARCH',
];

function unsigned(head: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(head)}.${part({ sub: crypto.randomUUID(), role: 'admin', exp: 9_999_999_999 })}.`;
}

/** Requests to every operation of an OpenAPI description: each value hostile once, and the hostile wholes and headers above. */
export function requestsOf(paths: object, known: Parameters<typeof operationsOf>[1], seed: number): readonly Asking[] {
  return operationsOf(paths, known).map((operation, at) => {
    const plain = askedOf(operation, operation.plain);
    const hostile = [
      ...operation.nasty.map((sent) => askedOf(operation, sent)).filter(canBeSent),
      ...headers.map((more) => ({ ...plain, what: `headers ${nameOf(more)}`, headers: { ...plain.headers, ...more } })),
      ...(plain.body === undefined ? [] : withBodies(plain)),
      ...randomBodies(plain, seed + at),
    ];
    return { name: operation.name, isOpen: operation.isOpen, plain, hostile: shuffled(hostile, seed + at) };
  });
}

/** Addresses and methods that no description names. */
export const strayRequests = (seed: number): readonly Asked[] =>
  shuffled(
    [
      ...addresses.flatMap((path) =>
        ['GET', 'POST'].map((method) => ({ what: 'an address', method, path, headers: {} })),
      ),
      ...methods.flatMap((method) =>
        ['/', '/bet', '/events', '/auth/login', '/docs/json', '/socket.io/?EIO=4&transport=polling', '/socket.io/'].map(
          (path) => ({ what: 'a method', method, path, headers: {} }),
        ),
      ),
    ],
    seed,
  );

function askedOf({ method }: Operation, { what, url, headers: own, payload }: Operation['plain']): Asked {
  return { what, method, path: url, headers: own, body: payload };
}

/** Not in a header by any client; `brokenBytes` has such headers. */
const canBeSent = ({ headers: own }: Asked): boolean =>
  Object.values(own).every((value) => /^[\t -~\x80-\xff]*$/.test(value));

const withBodies = (plain: Asked): readonly Asked[] => [
  ...types.map((type) => ({ ...plain, what: `the type ${type}`, headers: { ...plain.headers, 'content-type': type } })),
  ...bodies.map(([what, body, more]) => ({ ...plain, what, body, headers: { ...plain.headers, ...more } })),
];

/** Any JSON in place of some of the fields, several at a time. */
function randomBodies(plain: Asked, seed: number): readonly Asked[] {
  if (typeof plain.body !== 'string' || !plain.body.startsWith('{')) return [];
  const fields = Object.keys(JSON.parse(plain.body) as object);
  const wrong = fc.dictionary(fc.constantFrom(...fields, 'extra', 'limit'), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 4,
  });
  const good = JSON.parse(plain.body) as object;
  return fc
    .sample(wrong, { seed, numRuns: 25 })
    .map((changed) => ({ ...plain, what: 'several fields', body: JSON.stringify({ ...good, ...changed }) }));
}

const shuffled = <Item>(items: readonly Item[], seed: number): readonly Item[] =>
  fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { seed, numRuns: 1 })[0] ?? items;

const nameOf = (more: Readonly<Record<string, string>>): string => JSON.stringify(more).slice(0, 80);

const head = 'GET /events HTTP/1.1\r\nHost: touchline.test\r\n';
const brokenRequests: readonly string[] = [
  '\r\n\r\n',
  'GET\r\n\r\n',
  'GET /\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT touchline.test:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://touchline.test:99999/events HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET //evil.test/%2f.. HTTP/1.1\r\nHost: x\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET /events HTTP/1.1\r\n\r\n',
  'GET /events HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  `${head}X: ${'y'.repeat(40_000)}\r\n\r\n`,
  `${head}${Array.from({ length: 3_000 }, (_, at) => `X-${at}: y\r\n`).join('')}\r\n`,
  `${head}X: \u0000\u0001\r\n\r\n`,
  `${head}X : y\r\n\r\n`,
  `${head} folded: y\r\n\r\n`,
  `${head}: nameless\r\n\r\n`,
  `${head}Expect: 100-continue\r\nContent-Length: 5\r\n\r\n`,
  'POST /bet HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n',
  'POST /bet HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
  'POST /bet HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST /bet HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n',
  'POST /bet HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"stake":',
  'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n',
  'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5;a="\r\nhello\r\n0\r\nTrailer: x\r\n\r\n',
  'POST /auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  `${`${head}\r\n`.repeat(200)}`,
  `${head}Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];

/** Bytes that are hardly HTTP: those above, and so many of them mangled. */
export function brokenBytes(seed: number, mangled: number): readonly Uint8Array[] {
  const whole = brokenRequests.map((text) => Buffer.from(text, 'latin1'));
  const change = fc.tuple(fc.constantFrom(...whole), fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.nat());
  return [
    ...whole,
    ...fc.sample(change, { seed, numRuns: mangled }).map(([bytes, other, at]) => {
      const place = at % bytes.length;
      return Buffer.concat([bytes.subarray(0, place), other, bytes.subarray(place + (at % 3))]);
    }),
  ];
}
