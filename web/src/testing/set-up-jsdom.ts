import { webcrypto } from 'node:crypto';
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';
import { configure } from '@testing-library/react';

// Every browser has these, but jsdom does not.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 });
