import { expect, test } from 'vitest';
import { isOwnOrigin } from './live-server.ts';

const publicUrl = 'https://touchline.example';
const isAllowed = (origin: string | undefined, host = 'node-3.internal:4000') =>
  isOwnOrigin({ headers: { host, ...(origin !== undefined && { origin }) } }, publicUrl);

test('a page of the product may open a socket, at its public address or at the node itself', () => {
  expect(isAllowed('https://touchline.example')).toBe(true);
  expect(isAllowed('http://localhost:4000', 'localhost:4000')).toBe(true);
});

test('a page of another origin may not, however similar its address is', () => {
  const others = [
    'https://evil.example',
    'https://touchline.example.evil.example',
    'http://touchline.example',
    'null',
    '',
  ];
  expect(others.filter((origin) => isAllowed(origin))).toEqual([]);
});

test('accepts a client without an origin, as it is not a browser', () => {
  expect(isAllowed(undefined)).toBe(true);
});
