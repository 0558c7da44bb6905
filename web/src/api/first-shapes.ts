import type {
  ConfigView,
  ExclusionView,
  LeagueView,
  LoginAnswer,
  MessageAnswer,
  ProfileView,
  UserView,
  WalletView,
} from '@touchline/core/contract';
import { matchRowWith, price } from './match-row-shape.ts';
import { amount, flag, oneOf, optional, orNull, record, text, whole, yes } from './shape.ts';

/*
 * The contract's schemas of the first answers, written without the schema library, which alone is a third of what Home may load. The
 * types keep names and kinds in step; `first-shapes.test.ts` checks that both accept the same values.
 */

export const matchRow = matchRowWith(price);

export const leagueView = record<LeagueView>({ key: text, title: text, group: text });

export const configView = record<ConfigView>({
  brand: text,
  notice: orNull(text),
  inPlay: oneOf('open', 'closed'),
  limits: record<ConfigView['limits']>({
    minStake: amount,
    maxStake: amount,
    maxLegs: whole,
    maxPayout: amount,
    maxTotalOdds: optional(amount),
    inPlayDivisor: optional(amount),
  }),
  inPlayDelaySeconds: optional(amount),
  clock: optional(record<NonNullable<ConfigView['clock']>>({ speed: amount, halfTime: amount })),
  bonusPercent: optional(whole),
});

const user = {
  id: text,
  name: text,
  email: text,
  role: oneOf('bettor', 'admin', 'auditor'),
  needsSecondFactor: optional(yes),
};
export const loginAnswer = record<LoginAnswer>({ accessToken: text, user: record<UserView>(user) });
export const messageAnswer = record<MessageAnswer>({ message: text });

export const walletView = record<WalletView>({
  version: whole,
  balance: amount,
  held: amount,
  bonus: amount,
  staked: amount,
});
export const exclusionView = record<ExclusionView>({
  kind: oneOf('time-out', 'self-exclusion', 'operator'),
  until: orNull(text),
  since: text,
});
export const profileView = record<ProfileView>({
  ...user,
  balance: amount,
  emailVerified: flag,
  createdAt: text,
  wallet: walletView,
  exclusion: optional(exclusionView),
});
