import { bearerToken } from '@touchline/core/account';
import { messageAnswer, supportRequest } from '@touchline/core/contract';
import type { Db } from '@touchline/store/connect';
import { leaveLetter } from '@touchline/store/letters';
import { saveSupportMessage } from '@touchline/store/support';
import type { App } from '../http/app-type.ts';
import { refusalAnswers } from '../http/refuse.ts';
import type { Sessions } from '../http/sessions.ts';
import type { SendMail } from '../queue.ts';

const schema = {
  tags: ['support'],
  summary: 'Write to the operator, logged in or not',
  body: supportRequest,
  response: { 202: messageAnswer, ...refusalAnswers },
};

type AskSupportDeps = { readonly db: Db; readonly sessions: Pick<Sessions, 'read'>; readonly sendMail: SendMail };

/** Keeps the message and leaves its letter to the worker. Ten per address and hour: more is no question. */
export const askSupportRoute = (deps: AskSupportDeps) => async (app: App) => {
  const config = { rateLimit: { max: 10, timeWindow: '1 hour', groupId: 'support' } };
  app.post('/support', { schema, config }, async (request, reply) => {
    const userId = await writerOf(deps.sessions, request.headers.authorization);
    const letter = await deps.db.transaction().execute(async (trx) => {
      const messageId = await saveSupportMessage(trx, { ...request.body, userId });
      return leaveLetter(trx, { kind: 'support-message', messageId });
    });
    await deps.sendMail(letter);
    return reply.code(202).send({ message: `Your message is on its way. We answer to ${request.body.email}.` });
  });
};

/** Who is logged in; a token that is no longer good makes the writer a guest, not an error. */
async function writerOf(sessions: AskSupportDeps['sessions'], authorization: string | undefined) {
  const token = bearerToken(authorization);
  const session = token === undefined ? undefined : await sessions.read(token);
  return session?.ok ? session.value.userId : null;
}
