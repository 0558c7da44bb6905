import * as z from 'zod/mini';
import { msg, t } from '../../language/index.ts';
import type { RefusalView } from '../refusal-view.ts';

export const caseKinds = ['verification', 'reconciliation', 'investigation'] as const;
export type CaseKind = (typeof caseKinds)[number];
/** `explained`: known and accepted, so it is not reported again. `resolved`: gone; if it is found again, it is opened again. */
export const caseStates = ['open', 'explained', 'resolved'] as const;
export type CaseState = (typeof caseStates)[number];

const person = z.object({ userId: z.string(), name: z.string() });

/** A finding, a difference or an investigation by staff. Times in UTC with six decimals. */
export const caseView = z.object({
  id: z.int(),
  kind: z.enum(caseKinds),
  title: z.string(),
  state: z.enum(caseStates),
  owner: z.nullable(person),
  openedAt: z.string(),
  changedAt: z.string(),
});
export type CaseView = z.infer<typeof caseView>;

/** What a case is about: a ledger event's `seq`, or the id of a transaction, bet or wallet. */
export const caseSubject = z.string().check(z.regex(/^(event:\d{1,15}|(transaction|bet|wallet):[0-9a-f-]{36})$/));

const caseEntry = z.object({
  id: z.int(),
  at: z.string(),
  /** `null`: the product itself. */
  by: z.nullable(person),
  act: z.enum(['opened', 'noted', 'assigned', 'attached', 'explained', 'resolved', 'reopened']),
  text: z.string(),
  subject: z.nullable(z.string()),
});
export type CaseEntry = z.infer<typeof caseEntry>;

/** A case with everything that happened to it, oldest first, and where it points. */
export const caseFile = z.object({
  ...caseView.shape,
  facts: z.record(z.string(), z.unknown()),
  entries: z.array(caseEntry),
});
export type CaseFile = z.infer<typeof caseFile>;

export const casesFilter = {
  kind: z.optional(z.enum(caseKinds)),
  state: z.optional(z.enum(caseStates)),
  mine: z.optional(z.enum(['true', 'false'])),
};
export const casesQuery = z.object({
  ...casesFilter,
  before: z.optional(z.coerce.number<number>().check(z.int(), z.gte(1))),
  limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(200)), 50),
});
export const casesPage = z.object({ cases: z.array(caseView), open: z.int(), next: z.nullable(z.int()) });

const sentence = z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000));
export const newCase = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  subject: z.optional(caseSubject),
});
/** One step of a case. `take`: the caller becomes its owner. */
export const caseChange = z.discriminatedUnion('act', [
  z.object({ act: z.literal('note'), text: sentence }),
  z.object({ act: z.literal('take') }),
  z.object({
    act: z.literal('attach'),
    subject: caseSubject,
    text: z._default(z.string().check(z.maxLength(1_000)), ''),
  }),
  z.object({ act: z.literal('explain'), text: sentence }),
  z.object({ act: z.literal('resolve'), text: sentence }),
  z.object({ act: z.literal('reopen'), text: sentence }),
]);
export type CaseChange = z.infer<typeof caseChange>;

const sentences = {
  'case-unknown': msg('Case not found.'),
  'case-ended': msg('This case has already ended. Reopen it first.'),
  'case-open': msg('This case is already open.'),
} as const;
export type CaseRefusal = { readonly code: keyof typeof sentences };
export const caseRefusalView = ({ code }: CaseRefusal): RefusalView => ({ code, error: t(sentences[code]) });
