import {
  type Excluded,
  type ExclusionRefusal,
  exclusionText,
  type LimitKind,
  type LimitPeriod,
  type LimitReached,
  longestPassed,
} from '../../account/index.ts';
import { type Message, msg, t } from '../../language/index.ts';
import { type Cents, dollars, formatDollars, noMoney } from '../../money/index.ts';
import type { RefusalView } from '../refusal-view.ts';
import { fromMinuteText, minuteText, utcText } from '../utc-text.ts';

/** Renders the refusal by a bettor's own limit or exclusion; `money` is the sentence about what happened to the money. */
export function ownRuleView(refusal: LimitReached | Excluded, money: string): RefusalView {
  return refusal.code === 'excluded' ? excludedView(refusal, money) : limitReachedView(refusal, money);
}

/** Of several limits the one that stays passed for longest: from its time on, the same amount is accepted. */
function limitReachedView({ code, passed }: LimitReached, money: string): RefusalView {
  const { kind, period, limit, used, again } = longestPassed(passed);
  const sentences = [
    t(passedTexts[kind][period], { limit: formatDollars(limit), used: formatDollars(used) }),
    ...(again === undefined ? [] : [t('It is within your limit again from {time}.', { time: fromMinuteText(again) })]),
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

const passedTexts: Record<LimitKind, Record<LimitPeriod, Message>> = {
  deposit: {
    day: msg('This would pass your deposit limit of {limit} in 24 hours: {used} is deposited or being paid.'),
    week: msg('This would pass your deposit limit of {limit} in 7 days: {used} is deposited or being paid.'),
    month: msg('This would pass your deposit limit of {limit} in 30 days: {used} is deposited or being paid.'),
  },
  stake: {
    day: msg('This would pass your stake limit of {limit} in 24 hours: {used} is staked.'),
    week: msg('This would pass your stake limit of {limit} in 7 days: {used} is staked.'),
    month: msg('This would pass your stake limit of {limit} in 30 days: {used} is staked.'),
  },
  loss: {
    day: msg('This would pass your loss limit of {limit} in 24 hours: {used} is lost or at stake.'),
    week: msg('This would pass your loss limit of {limit} in 7 days: {used} is lost or at stake.'),
    month: msg('This would pass your loss limit of {limit} in 30 days: {used} is lost or at stake.'),
  },
};

function excludedView({ code, kind, until }: Excluded, money: string): RefusalView {
  const begun = exclusionText(kind, until === null ? null : minuteText(until));
  const ask = kind === 'operator' ? [t('Please write to support if you want to know why.')] : [];
  return {
    code,
    error: [begun, ...ask, money].join(' '),
    details: { kind, until: until === null ? null : utcText(until) },
  };
}

/** Why a limit or an exclusion was not set. */
type OwnRuleRefusal =
  | { readonly code: 'limit-invalid'; readonly maximum: Cents }
  | { readonly code: 'since-out-of-range'; readonly days: number }
  | ExclusionRefusal;

/** The refusal as the bettor reads it: code, sentence, and amounts in dollars. */
export function ownRuleRefusalView(refusal: OwnRuleRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'limit-invalid':
      return {
        code,
        error: t('A limit is an amount of whole cents from {least} to {most}. Nothing was changed.', {
          least: formatDollars(noMoney),
          most: formatDollars(refusal.maximum),
        }),
        details: { maximum: dollars(refusal.maximum) },
      };
    case 'since-out-of-range':
      return { code, error: t('Choose a start within the last {days} days.', { days: refusal.days }) };
    case 'exclusion-length': {
      const { kind, least, most } = refusal;
      return {
        code,
        error: t(
          kind === 'time-out'
            ? 'A time-out lasts {least} to {most} days. Nothing was changed.'
            : 'Self-exclusion lasts {least} to {most} days, or for good. Nothing was changed.',
          { least, most },
        ),
        details: { least, most },
      };
    }
    case 'exclusion-shorter': {
      const { until } = refusal.current;
      const error =
        until === null
          ? t('You are already excluded for good. This cannot be shortened.')
          : t('You are already excluded until {time}. This cannot be shortened.', { time: minuteText(until) });
      return { code, error };
    }
  }
}
