import { t } from '@touchline/core/language';
import { formatDollars } from '@touchline/core/money';
import { maxWithdrawal, minDeposit, minWithdrawal } from '@touchline/core/payments';
import { currentRule } from '@touchline/core/rules';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextLink } from '../../forms/account-frame.tsx';
import { Card } from '../../ui/card.tsx';

/** Answers to frequent questions, each with a link to the right screen. */
export const Answers = () => (
  <div className="grid gap-5">
    <Topic title={t('Account')}>
      <Answer question={t('I did not get the verification email')}>
        {t('Check your spam folder first. A link works once, and a new link replaces older ones.')}
        <TextLink href="/resend-verification">{t('Send a new link')}</TextLink>
      </Answer>
      <Answer question={t('I forgot my password, or my reset link does not work')}>
        {t('Reset links expire after a while and work once. Request a new one and use the newest email.')}
        <TextLink href="/forgot-password">{t('Request New Reset Link')}</TextLink>
      </Answer>
    </Topic>
    <Topic title={t('Money')}>
      <Answer question={t('How do I deposit, and when is it in my wallet?')}>
        {t(
          'The smallest deposit is {least}, by credit card, iDEAL, Bancontact or PayPal. It is in your wallet as soon as the payment is confirmed, usually within a minute. A payment that was cancelled or failed costs nothing.',
          { least: formatDollars(minDeposit) },
        )}
        <TextLink href="/deposit">{t('Make a deposit')}</TextLink>
      </Answer>
      <Answer question={t('How long does a withdrawal take?')}>
        {t(
          'You can withdraw from {least} up to {most} at a time, and never more than your balance. The amount is held at once and reviewed by a person. If approved, it is paid out; if rejected, it returns to your balance.',
          { least: formatDollars(minWithdrawal), most: formatDollars(maxWithdrawal) },
        )}
        <TextLink href="/my-wallet">{t('Open your wallet')}</TextLink>
      </Answer>
      <Answer question={t('Where is my money?')}>
        {t(
          'Your wallet shows your available balance, stakes on open bets, money held for withdrawals and bonus money. Your statement lists every change.',
        )}
        <TextLink href="/statement">{t('Open your statement')}</TextLink>
      </Answer>
      <Answer question={t('What are the terms of the welcome bonus?')}>
        {t(
          'Your first deposit earns a bonus while one is offered. Bonus money is separate from your balance until it has been wagered; withdrawing before that forfeits it. Your wallet shows the amount, wagering, minimum odds and end date.',
        )}
        <TextLink href="/my-wallet">{t('View your bonus')}</TextLink>
      </Answer>
    </Topic>
    <Topic title={t('Bets')}>
      <Answer question={t('Was my bet placed?')}>
        {t(
          'If the connection drops while you place a bet, the slip retries the same bet, so your stake is taken at most once. Every accepted bet is in your history.',
        )}
        <TextLink href="/history">{t('Open your betting history')}</TextLink>
      </Answer>
      <Answer question={t('Why were the odds different when I placed my bet?')}>
        {t(
          "Odds can change until a bet is accepted. The slip strikes through the old odds and asks before it accepts worse ones. You choose which changes it accepts without asking. Each bet's page shows the odds you saw and the odds you got.",
        )}
        <TextLink href="/profile">{t('Change that setting')}</TextLink>
      </Answer>
      <Answer question={t('How is a bet with several matches settled?')}>
        {t(
          'In an accumulator, all selections must win; the odds are multiplied, and one lost selection loses the bet at once. A system is several such bets, its lines: it pays for each line whose selections all win. A void selection counts as odds of 1.00. If every selection is void, your stake is returned.',
        )}
      </Answer>
      <Answer question={t('Which result counts?')}>
        {t(
          'The score after 90 minutes and stoppage time. Extra time and penalties do not count. A goal line met exactly is void. On a quarter line, half the stake goes on each neighbouring line.',
        )}
        <TextLink href="/rules">{t('Read the house rules')}</TextLink>
      </Answer>
      <Answer question={t('What happens when a match is postponed or abandoned?')}>
        <p>{currentRule('postponed')}</p>
        <p>{currentRule('abandoned')}</p>
        <p>{t('For an accumulator, the slip shows what it would pay if one of its matches were void.')}</p>
        <TextLink href="/rules">{t('Read the house rules')}</TextLink>
      </Answer>
      <Answer question={t('Can a settled bet change?')}>
        <p>
          {t(
            'Yes, if a result is corrected, a goal is taken back or the bet becomes void. It is then settled again, and its timeline shows why.',
          )}
        </p>
        <p>{currentRule('decidedInPlay')}</p>
        <TextLink href="/rules">{t('Read the house rules')}</TextLink>
      </Answer>
    </Topic>
    <Topic title={t('Responsible play')}>
      <Answer question={t('How do I stay in control?')}>
        {t('Bet only what you can afford to lose. You can set limits in your profile; a lower limit applies at once.')}
        <TextLink href="/profile">{t('Open your profile')}</TextLink>
      </Answer>
      <Answer question={t('I want to take a break, or stop for good')}>
        {t(
          'Take a time-out or exclude yourself in your profile. It starts at once and cannot be ended early. You keep your open bets and your money, and can still withdraw.',
        )}
        <TextLink href="/profile">{t('Take a break')}</TextLink>
      </Answer>
    </Topic>
  </div>
);

const Topic = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2">
    <h2 className="font-strong text-muted">{title}</h2>
    <Card className="divide-y divide-line p-0!">{children}</Card>
  </section>
);

const Answer = ({ question, children }: { readonly question: string; readonly children: ReactNode }) => (
  <details className="group">
    <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-2 font-strong hover:bg-raised sm:px-5 [&::-webkit-details-marker]:hidden">
      {question}
      <ChevronDown
        aria-hidden="true"
        className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
      />
    </summary>
    <div className="grid justify-items-start gap-1 px-4 pb-4 text-muted sm:px-5">{children}</div>
  </details>
);
