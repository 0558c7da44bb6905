import { z } from 'zod';
import { credentialWords, isEmail, normalEmail, tidyName } from '../account/index.ts';

/** What a message to the operator can be about. */
export const supportTopics = ['account', 'deposit', 'withdrawal', 'bet', 'bonus', 'responsible-play', 'other'] as const;
export type SupportTopic = (typeof supportTopics)[number];

export const supportWords = {
  nameMissing: 'Please enter your name',
  messageTooShort: 'Please tell us a little more: at least 10 characters',
  messageTooLong: 'A message takes at most 4,000 characters',
} as const;
export const messageLength = { min: 10, max: 4_000 } as const;

/** POST /support, as a guest or with a bearer → 202 messageAnswer. The operator answers to `email`. */
export const supportRequest = z.object({
  name: z
    .string()
    .max(60)
    .transform(tidyName)
    .refine((name) => name !== '', supportWords.nameMissing),
  email: z.string().trim().max(254).refine(isEmail, credentialWords.emailInvalid).transform(normalEmail),
  topic: z.enum(supportTopics),
  message: z
    .string()
    .trim()
    .min(messageLength.min, supportWords.messageTooShort)
    .max(messageLength.max, supportWords.messageTooLong),
});
export type SupportRequest = z.input<typeof supportRequest>;
