import { auditPage, auditQuery } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { listActions } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import type { App } from '../http/app-type.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';

const schema = {
  tags: ['audit'],
  summary:
    'What admins did, to what, why, and how it stood before and after, the newest first; for admins and auditors',
  security: bearer,
  querystring: auditQuery,
  response: { 200: auditPage, ...refusalAnswers },
};

export const auditRoute =
  ({ db }: { readonly db: Db }) =>
  async (app: App) => {
    app.get('/audit', { schema }, async (request) => {
      const { actor, from, to, ...place } = request.query;
      const { actions, next } = await listActions(db, {
        ...place,
        actor: actor as UserId | undefined,
        from: momentOf(from),
        to: momentOf(to),
      });
      return { actions: [...actions], next };
    });
  };

const momentOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : instant(Date.parse(text));
