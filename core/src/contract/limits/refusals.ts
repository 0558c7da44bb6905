import type { Excluded, ExclusionRefusal, LimitKind, LimitPeriod, LimitReached } from '../../account/index.ts';
import { type Cents, dollars, formatDollars } from '../../money/index.ts';
import type { RefusalView } from '../refusal-view.ts';
import { minuteText, utcText } from '../utc-text.ts';

/** Renders the refusal by a bettor's own limit or exclusion; `money` is the sentence about what happened to the money. */
export function ownRuleView(refusal: LimitReached | Excluded, money: string): RefusalView {
  return refusal.code === 'excluded' ? excludedView(refusal, money) : limitReachedView(refusal, money);
}

function limitReachedView({ code, kind, period, limit, used, again }: LimitReached, money: string): RefusalView {
  const sentences = [
    `This would pass your ${kind} limit of ${formatDollars(limit)} ${periodWords[period]}: ${formatDollars(used)} ${usedWords[kind]}.`,
    ...(again === undefined ? [] : [`It is within your limit again from ${minuteText(again)}.`]),
    money,
  ];
  return {
    code,
    error: sentences.join(' '),
    details: {
      kind,
      period,
      limit: dollars(limit),
      used: dollars(used),
      ...(again !== undefined && { again: utcText(again) }),
    },
  };
}

const periodWords: Record<LimitPeriod, string> = { day: 'in 24 hours', week: 'in 7 days', month: 'in 30 days' };
const usedWords: Record<LimitKind, string> = {
  deposit: 'is deposited or being paid',
  stake: 'is staked',
  loss: 'is lost or at stake',
};

function excludedView({ code, kind, until }: Excluded, money: string): RefusalView {
  const end = until === null ? 'for good' : `until ${minuteText(until)}`;
  return {
    code,
    error: `${begunWords[kind]} ${end}. ${kind === 'operator' ? `${askSupport} ` : ''}${money}`,
    details: { kind, until: until === null ? null : utcText(until) },
  };
}

const begunWords: Record<Excluded['kind'], string> = {
  'time-out': 'You are taking a time-out',
  'self-exclusion': 'You have excluded yourself',
  operator: 'We have excluded you from betting and depositing',
};
const askSupport = 'Please write to support if you want to know why.';

/** Why a limit or an exclusion was not set. */
type OwnRuleRefusal =
  | { readonly code: 'limit-invalid'; readonly maximum: Cents }
  | { readonly code: 'since-too-long-ago'; readonly days: number }
  | ExclusionRefusal;

/** The refusal as the bettor reads it: code, sentence, and amounts in dollars. */
export function ownRuleRefusalView(refusal: OwnRuleRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'limit-invalid':
      return {
        code,
        error: `A limit is an amount of whole cents from $0.00 to ${formatDollars(refusal.maximum)}. Nothing was changed.`,
        details: { maximum: dollars(refusal.maximum) },
      };
    case 'since-too-long-ago':
      return { code, error: `This can be asked about the last ${refusal.days} days.` };
    case 'exclusion-length': {
      const { kind, least, most } = refusal;
      const name = kind === 'time-out' ? 'A time-out' : 'Self-exclusion';
      const orForGood = kind === 'time-out' ? '' : ', or for good';
      return {
        code,
        error: `${name} lasts ${least} to ${most} days${orForGood}. Nothing was changed.`,
        details: { least, most },
      };
    }
    case 'exclusion-shorter': {
      const { until } = refusal.current;
      const end = until === null ? 'for good' : `until ${minuteText(until)}`;
      return { code, error: `You are excluded ${end} already, and that cannot be shortened.` };
    }
  }
}
