import { webcrypto } from 'node:crypto';
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';

// Every browser has these, but jsdom does not.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });
