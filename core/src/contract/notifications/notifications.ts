import * as z from 'zod/mini';
import { betName, type System } from '../../betting/index.ts';
import type { Instant } from '../../instant.ts';
import { type Message, msg, t } from '../../language/index.ts';
import { dollars } from '../../money/index.ts';
import { betResults, type NotificationFacts, notificationKinds } from '../../notifications/index.ts';
import { adjustmentCauses } from '../../wallet/index.ts';
import type { RefusalView } from '../refusal-view.ts';
import { utcText } from '../utc-text.ts';

const base = {
  /** Grows with each notification. */
  id: z.int(),
  /** ISO time. */
  createdAt: z.string(),
  isRead: z.boolean(),
};
/** `name`: what the bet is on, in English, such as "Double: Draw + Over 2.5"; screens show its `matches` in their own language. */
const bet = z.object({
  id: z.string(),
  name: z.string(),
  matches: z.optional(z.array(z.object({ betOutcome: z.string(), matchName: z.string() }))),
  system: z.optional(z.object({ sizes: z.array(z.int()), bankers: z.array(z.int()) })),
});

/** A notification of its bettor. Amounts in dollars: what was returned or moved; of a lost bet, the stake. */
export const notificationView = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('bet-settled'), bet, result: z.enum(betResults), amount: z.number() }),
  z.object({
    ...base,
    kind: z.literal('bet-corrected'),
    bet,
    result: z.enum([...betResults, 'open']),
    amount: z.number(),
  }),
  z.object({ ...base, kind: z.literal('cash-out'), bet, amount: z.number() }),
  z.object({
    ...base,
    kind: z.literal('withdrawal'),
    transactionId: z.string(),
    result: z.enum(['paid', 'rejected']),
    amount: z.number(),
  }),
  z.object({ ...base, kind: z.literal('deposit'), transactionId: z.string(), amount: z.number() }),
  z.object({
    ...base,
    kind: z.literal('adjustment'),
    adjustmentId: z.string(),
    cause: z.enum(adjustmentCauses),
    amount: z.number(),
  }),
  z.object({
    ...base,
    kind: z.literal('goal'),
    matchId: z.string(),
    homeTeam: z.string(),
    awayTeam: z.string(),
    score: z.object({ home: z.int(), away: z.int() }),
    scorers: z.array(z.enum(['home', 'away'])),
    selections: z.array(z.string()),
  }),
]);
export type NotificationView = z.infer<typeof notificationView>;

const notificationId = z.coerce.number<number | string>().check(z.int(), z.positive());
export const notificationPage = 30;
export const notificationsQuery = z.object({
  before: z.optional(notificationId),
  limit: z._default(z.coerce.number<number | string>().check(z.int(), z.gte(1), z.lte(100)), notificationPage),
});
/** Newest first. */
export const notificationsView = z.object({ unread: z.int(), notifications: z.array(notificationView) });
export type NotificationsView = z.infer<typeof notificationsView>;

export const markReadRequest = z.object({ upTo: z.int().check(z.positive()) });
export const unreadView = z.object({ unread: z.int() });

const kinds = z.array(z.enum(notificationKinds));
/** The kinds that are switched off in the app and as push messages, and whether push messages name amounts of money. */
export const notificationSettings = z.object({ inAppOff: kinds, pushOff: kinds, pushAmounts: z.boolean() });
export type NotificationSettings = z.infer<typeof notificationSettings>;
/**
 * What is not named stays as it is. `switched` turns one kind on or off on the account as it is then; `inAppOff` and `pushOff` replace all
 * kinds that are off.
 */
export const changeNotificationSettings = z.extend(z.partial(notificationSettings), {
  switched: z.optional(
    z.object({ place: z.enum(['inApp', 'push']), kind: z.enum(notificationKinds), isOn: z.boolean() }),
  ),
});
export type ChangeNotificationSettings = z.infer<typeof changeNotificationSettings>;

/** What a browser's PushSubscription is as JSON. The keys encrypt messages for it (RFC 8291): a point of P-256 and 16 bytes. */
export const pushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1_000)),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

/**
 * `publicKey`: what a browser subscribes with; `null` where push messages are not set up. `subscribed`: SHA-256, in hex, of the endpoint
 * that gets this session's push messages.
 */
export const pushView = z.object({ publicKey: z.nullable(z.string()), subscribed: z.nullable(z.string()) });
export type PushView = z.infer<typeof pushView>;

/** What a bet is on; the outcomes are labels. */
export type BetSelections = {
  readonly matches: readonly { readonly betOutcome: string; readonly matchName: string }[];
  readonly system?: System | undefined;
};

/** A notification as the store reads it; `bet` for those about a bet. */
export type StoredNotification = {
  readonly id: number;
  readonly at: Instant;
  readonly isRead: boolean;
  readonly facts: NotificationFacts;
  readonly bet: BetSelections | undefined;
};

export function viewNotification({ id, at, isRead, facts, bet }: StoredNotification): NotificationView {
  const common = { id, createdAt: utcText(at), isRead };
  switch (facts.kind) {
    case 'goal': {
      const { scorers, selections, ...goal } = facts;
      return { ...common, ...goal, scorers: [...scorers], selections: [...selections] };
    }
    case 'bet-settled':
    case 'bet-corrected':
    case 'cash-out': {
      const { betId, ...about } = facts;
      return { ...common, ...about, amount: dollars(facts.amount), bet: { id: betId, ...viewSelections(bet) } };
    }
    default:
      return { ...common, ...facts, amount: dollars(facts.amount) };
  }
}

const viewSelections = (bet: BetSelections | undefined) =>
  bet
    ? {
        name: betName(bet),
        matches: bet.matches.map(({ betOutcome, matchName }) => ({ betOutcome, matchName })),
        ...(bet.system && { system: { sizes: [...bet.system.sizes], bankers: [...bet.system.bankers] } }),
      }
    : { name: t('Bet') };

export type PushRefusal = { readonly code: 'push-off' | 'push-service-unknown' | 'push-key-invalid' };

const pushRefusals = {
  'push-off': msg('Push messages are not set up here.'),
  'push-service-unknown': msg('We cannot send push messages to this browser. Use Chrome, Edge, Firefox or Safari.'),
  'push-key-invalid': msg('We cannot encrypt push messages for this browser. Turn them on again to get a new key.'),
} satisfies Record<PushRefusal['code'], Message>;

export const pushRefusalView = ({ code }: PushRefusal): RefusalView => ({ code, error: t(pushRefusals[code]) });
