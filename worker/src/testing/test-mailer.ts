import { type Instant, instant } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import type { Envelope, SendMailDeps } from '../mail/envelope.ts';
import { sendMail } from '../mail/send-mail.ts';

/** Sends letters to a list instead of a mail server. `errors`: the events that were logged as such. */
export function openTestMailer(db: Db, changes: Partial<SendMailDeps> = {}) {
  const posted: Envelope[] = [];
  const errors: string[] = [];
  const deps: SendMailDeps = {
    db,
    log: { info: () => {}, warn: () => {}, error: (_, event) => errors.push(event) },
    now: (): Instant => instant(Date.now()),
    from: 'Touchline <no-reply@t.example>',
    operator: 'operator@t.example',
    publicUrl: 'https://t.example',
    post: async (envelope) => posted.push(envelope),
    ...changes,
  };
  return { posted, errors, send: (job: unknown) => sendMail(deps, job) };
}
