import * as z from 'zod/mini';
import { credentialTexts, isEmail, normalEmail, tidyName } from '../../account/index.ts';
import { schemaText } from '../../language/index.ts';
import { endpoints, messageAnswer } from '../endpoint.ts';

export const supportTopics = ['account', 'deposit', 'withdrawal', 'bet', 'bonus', 'responsible-play', 'other'] as const;
export type SupportTopic = (typeof supportTopics)[number];

export const supportProblems = {
  nameMissing: schemaText('Please enter your name'),
  messageTooShort: schemaText('Please write at least 10 characters'),
  messageTooLong: schemaText('Please write at most 4,000 characters'),
} as const;
export const messageLength = { min: 10, max: 4_000 } as const;

/** The operator answers to `email`. */
export const supportRequest = z.object({
  name: z.pipe(
    z.string().check(z.maxLength(60)),
    z.pipe(z.transform(tidyName), z.string().check(z.refine((name) => name !== '', supportProblems.nameMissing))),
  ),
  email: z.pipe(
    z.string().check(z.trim(), z.maxLength(254), z.refine(isEmail, credentialTexts.emailInvalid)),
    z.transform(normalEmail),
  ),
  topic: z.enum(supportTopics),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(messageLength.min, supportProblems.messageTooShort),
      z.maxLength(messageLength.max, supportProblems.messageTooLong),
    ),
});
export type SupportRequest = z.input<typeof supportRequest>;

export const supportEndpoints = endpoints({
  send: {
    method: 'POST',
    path: '/support',
    access: 'everyone',
    tag: 'support',
    summary: 'Write to the operator, logged in or not',
    body: supportRequest,
    status: 202,
    answer: messageAnswer,
  },
});
