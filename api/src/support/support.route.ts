import { bearerToken } from '@touchline/core/account';
import { inLanguage } from '@touchline/core/catalogues';
import { supportEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import type { Db } from '@touchline/store/connect';
import { storeEmail } from '@touchline/store/emails';
import { saveSupportMessage } from '@touchline/store/support';
import { handle, type Route } from '../http/handle.ts';
import { languageOf } from '../http/request-language.ts';
import type { Sessions } from '../http/sessions.ts';
import type { QueueEmail } from '../queue.ts';

type SupportDeps = { readonly db: Db; readonly sessions: Pick<Sessions, 'read'>; readonly queueEmail: QueueEmail };

/** Stores the message and queues its email. Ten per address and hour: more are not questions. */
export const supportRoutes = ({ db, sessions, queueEmail }: SupportDeps): readonly Route[] => [
  handle(
    supportEndpoints.send,
    async ({ body, request }) => {
      const userId = await senderOf(sessions, request.headers.authorization);
      const email = await db.transaction().execute(async (trx) => {
        const messageId = await saveSupportMessage(trx, { ...body, userId });
        return storeEmail(trx, { kind: 'support-message', messageId });
      });
      await queueEmail(email);
      return {
        message: inLanguage(languageOf(request), () =>
          t('Your message is on its way. We answer to {email}.', { email: body.email }),
        ),
      };
    },
    { config: { rateLimit: { max: 10, timeWindow: '1 hour', groupId: 'support' } } },
  ),
];

/** The logged-in user; with a token that is no longer valid the sender is a guest. */
async function senderOf(sessions: SupportDeps['sessions'], authorization: string | undefined) {
  const token = bearerToken(authorization);
  const session = token === undefined ? undefined : await sessions.read(token);
  return session?.ok ? session.value.userId : null;
}
