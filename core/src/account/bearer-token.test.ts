import { expect, test } from 'vitest';
import { bearerToken } from './bearer-token.ts';

test.each([
  ['Bearer a.b.c', 'a.b.c'],
  ['bearer a.b.c', 'a.b.c'],
  ['Bearer  a', undefined],
  ['Bearer a b', undefined],
  ['Bearer ', undefined],
  ['xBearer a', undefined],
  ['Basic YTpi', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads %j as the token %j', (header, token) => expect(bearerToken(header)).toBe(token));
