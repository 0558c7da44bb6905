import { z } from 'zod';

/** Hostile values to send in place of any one value. Text after `raw:` goes into JSON unquoted. */
const nastyValues: readonly unknown[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  '=1+1',
  "'; select 1; --",
  '%',
  '__proto__',
  'x'.repeat(20_000),
  '../../etc/passwd',
  '-1',
  'NaN',
  '1e309',
  '99999999999999999999',
  '9223372036854775807',
  '9007199254740991',
  '2147483648',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '0000-01-01T00:00:00+14:00',
  '2026-02-30T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  null,
  true,
  -1,
  0.005,
  Number.MAX_SAFE_INTEGER,
  1e300,
  'raw:1e309',
  [],
  {},
  [null],
  { toString: 'x' },
];

/** In place of a whole body. */
const nastyBodies: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1e309',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{}}}',
  '['.repeat(30_000),
  '\ufeff{}',
  '{"a":"\\udfff"}',
];

const schema = z.looseObject({
  type: z.union([z.string(), z.string().array()]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get anyOf() {
    return z.array(schema).optional();
  },
  get oneOf() {
    return z.array(schema).optional();
  },
});
type Schema = z.infer<typeof schema>;

const operation = z.looseObject({
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.object({ in: z.enum(['path', 'query', 'header']), name: z.string(), schema })).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema })) }).optional(),
});

export type Sent = {
  /** What is strange about it. */
  readonly what: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
};
export type Operation = {
  /** `POST /bet/{id}` */
  readonly name: string;
  readonly method: string;
  readonly isOpen: boolean;
  /** A valid value, as far as the schema and the `known` values allow. */
  readonly plain: Sent;
  readonly nasty: readonly Sent[];
};

/** Good values, so that what is strange about a request is the one thing that it is refused for. `things` are ids by kind. */
export const goodValues =
  (things: ReadonlyMap<string, string>): Known =>
  (field, path) => {
    const kind = ['bet', 'players', 'payment', 'ledger'].find((part) => path.startsWith(`/${part}/`)) ?? '';
    const byPath = { bet: 'bet', players: 'user', payment: 'transaction', ledger: 'wallet' }[kind] ?? '';
    if (field === 'matchId') return things.get('match');
    if (['id', 'transactionId', 'walletId'].includes(field)) return things.get(byPath) ?? crypto.randomUUID();
    if (field === 'since') return path === '/events' ? 0 : new Date(Date.now() - 1_000).toISOString();
    return {
      email: 'nasty@example.com',
      name: 'Ada Bell',
      token: 'unknown',
      betOutcome: 'Red United Win',
      odds: 2.1,
      amount: 20,
      paypalEmail: 'ada@example.com',
      iban: 'NL91ABNA0417164300',
      bic: 'ABNANL2A',
      password: 'Wr0ng!enough',
      newPassword: 'N3w!enough',
      reason: 'a good reason',
      message: 'a message that is long enough',
    }[field];
  };

type Path = readonly (string | number)[];
type Known = (field: string, path: string) => unknown;

/** Every operation of an OpenAPI description with requests that have one strange value each. `known` are good values by name. */
export function operationsOf(paths: object, known: Known): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(z.record(z.string(), z.unknown()).parse(verbs)).map(([verb, found]) =>
      requestsOf(path, verb.toUpperCase(), operation.parse(found), known),
    ),
  );
}

function requestsOf(
  path: string,
  method: string,
  { security, parameters, requestBody }: z.infer<typeof operation>,
  known: Known,
): Operation {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const good = (field: string, of: Schema) => sample(of, field, (name) => known(name, path));
  const goodBody = body && good('', body.schema);
  const send = (what: string, changed: Readonly<Record<string, unknown>> = {}, payload: unknown = goodBody): Sent => {
    const given = (one: { name: string; schema: Schema }) =>
      one.name in changed ? changed[one.name] : known(one.name, path);
    const asked = parameters
      .filter((one) => one.in === 'query' && given(one) !== undefined)
      .map((one) => `${one.name}=${encoded(given(one))}`);
    const headers = parameters.filter((one) => one.in === 'header' && one.name in changed);
    return {
      what,
      url: `${path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(name in changed ? changed[name] : known(name, path)))}?${asked.join('&')}`,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...Object.fromEntries(headers.map(({ name }) => [name, textOf(changed[name])])),
      },
      ...(payload !== undefined && { payload: type?.includes('form') ? form(payload) : json(payload) }),
    };
  };
  const whole = body ? nastyBodies.map((text) => ({ ...send(`the body ${text.slice(0, 40)}`), payload: text })) : [];
  const fields = (body ? placesIn(body.schema) : []).flatMap((at) =>
    nastyValues.map((value) => send(`${at.join('.')} = ${name(value)}`, {}, put(goodBody, at, value))),
  );
  const asked = parameters.flatMap((one) => [
    ...nastyValues.map((value) => send(`${one.name} = ${name(value)}`, { [one.name]: value })),
    ...(one.in === 'query'
      ? [{ ...send(`${one.name} twice`), url: `${send('').url}&${one.name}=1&${one.name}=2` }]
      : []),
  ]);
  return {
    name: `${method} ${path}`,
    method,
    isOpen: security === undefined,
    plain: send('as it is meant'),
    nasty: [...whole, ...fields, ...asked],
  };
}

function sample(of: Schema, field: string, known: (field: string) => unknown): unknown {
  const [first] = of.enum ?? [];
  const chosen = known(field);
  if (first !== undefined) return of.enum?.includes(chosen) ? chosen : first;
  const [way] = of.oneOf ?? of.anyOf ?? [];
  if (way) return sample(way, field, known);
  if (of.properties)
    return Object.fromEntries(Object.entries(of.properties).map(([key, value]) => [key, sample(value, key, known)]));
  if (of.items) return [sample(of.items, field, known)];
  const given = known(field);
  if (given !== undefined) return given;
  if (of.format === 'date-time') return '2026-11-21T00:00:00Z';
  if (of.type === 'integer' || of.type === 'number') return 10;
  return of.type === 'boolean' ? true : 'a text';
}

function placesIn(of: Schema, at: Path = []): readonly Path[] {
  const inside = Object.entries(of.properties ?? {}).flatMap(([key, value]) => placesIn(value, [...at, key]));
  const items = of.items ? placesIn(of.items, [...at, 0]) : [];
  const ways = [...(of.oneOf ?? []), ...(of.anyOf ?? [])].flatMap((way) =>
    placesIn(way, at).filter(({ length }) => length > at.length),
  );
  return [...(at.length > 0 ? [at] : []), ...inside, ...items, ...ways];
}

function put(into: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(into)) return into.map((one, at) => (at === key ? put(one, rest, value) : one));
  const fields = new Map(Object.entries(into ?? {}));
  return Object.fromEntries(fields.set(`${key}`, put(fields.get(`${key}`), rest, value)));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const name = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 40);
const json = (value: unknown): string => (JSON.stringify(value) ?? '').replace(/"raw:([^"]*)"/g, '$1');
const form = (value: unknown): string =>
  new URLSearchParams(Object.entries(value ?? {}).map(([key, one]): [string, string] => [key, textOf(one)])).toString();
const encoded = (value: unknown): string => encodeURIComponent(textOf(value).slice(0, 4_000).toWellFormed());
