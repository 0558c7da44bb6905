import { webcrypto } from 'node:crypto';
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';

// Every browser has them. In the world that a test file has to itself there is only what jsdom brings and a part of Node's own.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });
