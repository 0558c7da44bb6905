import { type Instant, instant } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { type OutgoingEmail, type SendEmailDeps, sendEmail } from '../email/send-email.ts';

/** Runs email jobs with a list in place of the mail server; also lists what was logged as an error. */
export function openTestMailer(db: Db, changes: Partial<SendEmailDeps> = {}) {
  const sent: OutgoingEmail[] = [];
  const errors: string[] = [];
  const deps: SendEmailDeps = {
    db,
    log: { info: () => {}, warn: () => {}, error: (_, event) => errors.push(event) },
    now: (): Instant => instant(Date.now()),
    from: 'Touchline <no-reply@t.example>',
    operator: 'operator@t.example',
    publicUrl: 'https://t.example',
    deliver: async (email) => sent.push(email),
    ...changes,
  };
  return { sent, errors, send: (job: unknown) => sendEmail(deps, job) };
}
