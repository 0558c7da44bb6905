import fc from 'fast-check';

/** What is sent on one connection: a websocket message, bytes past the websocket, or a wait for the server. */
export type Step =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'binary'; readonly bytes: Uint8Array }
  | { readonly type: 'raw'; readonly bytes: Uint8Array }
  | { readonly type: 'wait' };

export type Script = {
  readonly as: 'guest' | 'bettor' | 'admin' | 'auditor';
  /** Whether it joins the namespace first, as a client does. */
  readonly joins: boolean;
  readonly steps: readonly Step[];
  readonly end: 'close' | 'terminate' | 'reset' | 'leave open';
};

const rooms = ['live', 'desk', 'ledger', 'm:x', 'u:x', 'm:__proto__', '', 'live,desk', '../live'];
const namespaces = [
  '/',
  '/x',
  '/admin',
  '/__proto__',
  '/constructor',
  '//',
  '/%00',
  '/?token=x',
  '/\u{1f600}',
  '/'.repeat(500),
];
const events = [
  'sub',
  'unsub',
  'ack',
  'auth',
  'message',
  'error',
  'connect',
  'disconnect',
  'disconnecting',
  'connection',
  'newListener',
  '__proto__',
  'toString',
  'constructor',
];

const hostileNumber = fc.constantFrom(
  '',
  '0',
  '7',
  '-1',
  '1e9',
  '1e400',
  '007',
  ' 1',
  '1 2',
  '9'.repeat(25),
  '9'.repeat(400),
  'NaN',
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\u0000', '\ud800', 'x'.repeat(3_000), '"', '\\', '[', '{}', '\u{1f600}'.repeat(200)),
);
const deep = fc.constantFrom(100, 1_000, 2_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth));
const json = fc.oneof(
  { arbitrary: fc.json({ maxDepth: 3 }), weight: 4 },
  { arbitrary: deep, weight: 1 },
  fc.constantFrom(
    'null',
    '1e999',
    '{"__proto__":{"a":1}}',
    '{"toString":1}',
    '{"room":{"toString":1}}',
    '{"then":1}',
    '[',
    '{"a":',
    '\ufeff{}',
    'undefined',
  ),
);
const request = fc.oneof(
  fc
    .record(
      { room: fc.constantFrom(...rooms), n: fc.oneof(fc.integer(), fc.double(), fc.constant(Number.MAX_SAFE_INTEGER)) },
      { requiredKeys: [] },
    )
    .map((it) => JSON.stringify(it)),
  json,
);
const placeholder = fc
  .oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom('0', null, 1e9, 0.5))
  .map((num) => JSON.stringify({ _placeholder: true, num }));
const argument = fc.oneof(
  { arbitrary: request, weight: 4 },
  { arbitrary: placeholder, weight: 1 },
  { arbitrary: text.map((it) => JSON.stringify(it)), weight: 1 },
);

const said = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...events).map((it) => JSON.stringify(it)),
      json,
    ),
    fc.array(argument, { maxLength: 4 }),
  )
  .map(([event, args]) => `[${[event, ...args].join()}]`);
const namespace = fc.oneof(
  { arbitrary: fc.constant(''), weight: 6 },
  { arbitrary: fc.constantFrom(...namespaces).map((it) => `${it},`), weight: 1 },
  { arbitrary: fc.constantFrom(...namespaces), weight: 1 },
);

/** Packets of Socket.IO, in an engine message. */
const packet = fc.oneof(
  { arbitrary: fc.tuple(namespace, hostileNumber, said).map(([at, id, it]) => `42${at}${id}${it}`), weight: 8 },
  { arbitrary: fc.tuple(namespace, fc.oneof(fc.constant(''), json)).map(([at, auth]) => `40${at}${auth}`), weight: 3 },
  { arbitrary: namespace.map((at) => `41${at}`), weight: 1 },
  { arbitrary: fc.tuple(namespace, hostileNumber, json).map(([at, id, it]) => `43${at}${id}${it}`), weight: 2 },
  { arbitrary: fc.tuple(namespace, json).map(([at, it]) => `44${at}${it}`), weight: 1 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom('45', '46'), hostileNumber, namespace, hostileNumber, said)
      .map(([kind, parts, at, id, it]) => `${kind}${parts}-${at}${id}${it}`),
    weight: 3,
  },
  { arbitrary: fc.tuple(fc.integer({ min: 0, max: 99 }), text).map(([kind, it]) => `4${kind}${it}`), weight: 1 },
);

/** Packets of Engine.IO that a client does not send, or not then. */
const enginePacket = fc.oneof(
  fc.constantFrom('', '0', '1', '2', '2probe', '3', '3probe', '5', '6', '7', 'b', 'bAAAA', '4', '{}'),
  text,
);

const mangled = fc
  .tuple(packet, fc.nat(), fc.constantFrom('cut', 'double', 'insert'), text)
  .map(([frame, at, how, other]) => {
    const place = at % (frame.length + 1);
    if (how === 'cut') return frame.slice(0, place);
    return how === 'double' ? frame.slice(0, place) + frame : frame.slice(0, place) + other + frame.slice(place);
  });
const oversized = fc.constantFrom(4_096, 4_097, 65_536, 200_000).map((length) => `42["sub","${'x'.repeat(length)}"]`);
const joinAgain = fc.constantFrom(
  '40',
  '41',
  '40{}',
  '40{"token":"nonsense"}',
  '40{"token":1}',
  '40{"token":{"toString":1}}',
);

/** Websocket frames that no library makes: RFC 6455, section 5.2. */
const rawFrame = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 40 }),
  fc
    .constantFrom(
      [0x81, 0x02, 0x34, 0x30], // not masked
      [0xc1, 0x80, 0, 0, 0, 0], // a reserved bit
      [0x83, 0x80, 0, 0, 0, 0], // a reserved kind
      [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], // no UTF-8
      [0x81, 0x83, 0, 0, 0, 0, 0xed, 0xa0, 0x80], // half of a pair
      [0x80, 0x80, 0, 0, 0, 0], // a continuation of nothing
      [0x01, 0x81, 0, 0, 0, 0, 0x34, 0x81, 0x81, 0, 0, 0, 0, 0x30], // a new message inside of one
      [0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0], // a ping that is too long
      [0x09, 0x80, 0, 0, 0, 0], // a ping in pieces
      [0x88, 0x81, 0, 0, 0, 0, 0x03], // half of a closing code
      [0x88, 0x82, 0, 0, 0, 0, 0x00, 0x01], // a closing code that does not exist
      [0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], // longer than can be
      [0x81, 0xfe, 0x10, 0x00, 0, 0, 0, 0, 0x34], // announced and never sent
      [0x89, 0x80, 0, 0, 0, 0], // a ping
      [0x8a, 0x80, 0, 0, 0, 0], // an answer to nothing
    )
    .map((bytes) => Uint8Array.from(bytes)),
);

const asText = (it: string): Step => ({ type: 'text', text: it });
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: packet.map(asText), weight: 40 },
  { arbitrary: enginePacket.map(asText), weight: 6 },
  { arbitrary: mangled.map(asText), weight: 8 },
  { arbitrary: joinAgain.map(asText), weight: 4 },
  { arbitrary: oversized.map(asText), weight: 1 },
  { arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes): Step => ({ type: 'binary', bytes })), weight: 6 },
  { arbitrary: rawFrame.map((bytes): Step => ({ type: 'raw', bytes })), weight: 3 },
  { arbitrary: fc.constant<Step>({ type: 'wait' }), weight: 3 },
);

const script: fc.Arbitrary<Script> = fc.record({
  as: fc.constantFrom('guest', 'guest', 'bettor', 'admin', 'auditor'),
  joins: fc.integer({ min: 0, max: 5 }).map((it) => it > 0),
  steps: fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
  end: fc.constantFrom('close', 'close', 'terminate', 'reset', 'leave open'),
});

/** So many scripts, always the same for the same seed. */
export const scriptsOf = (seed: number, count: number): readonly Script[] =>
  fc.sample(script, { seed, numRuns: count });

/** Found by hand: each ended the api, or passed by a limit, before it was fixed. */
export const knownScripts: readonly Script[] = [
  ['40', '41', '40'],
  ['40', '40', '40'],
  ['40{"token":"nonsense"}', '40'],
  ['40', '42["unsub",{"toString":1}]'],
].map((frames) => ({
  as: 'guest',
  joins: false,
  steps: frames.flatMap((it): readonly Step[] => [asText(it), { type: 'wait' }]),
  end: 'close',
}));
