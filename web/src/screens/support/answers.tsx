import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextLink } from '../../forms/account-frame.tsx';
import { Card } from '../../ui/card.tsx';

/** Answers to what bettors ask most, each with the place where it can be done. */
export const Answers = () => (
  <div className="grid gap-5">
    <Topic title="Account">
      <Answer question="I did not get the verification email">
        Look in your spam folder first. A link can be used once; a new one makes the older ones useless.
        <TextLink href="/resend-verification">Send a new link</TextLink>
      </Answer>
      <Answer question="I forgot my password, or my reset link does not work">
        Reset links expire after a while and work once. Ask for a new one and use the newest mail.
        <TextLink href="/forgot-password">Request New Reset Link</TextLink>
      </Answer>
    </Topic>
    <Topic title="Money">
      <Answer question="How do I deposit, and when is it in my wallet?">
        The smallest deposit is $10.00, by credit card, iDEAL, Bancontact or PayPal. It is in your wallet as soon as the
        payment is confirmed, usually within a minute. A payment that was cancelled or failed costs nothing.
        <TextLink href="/deposit">Make a deposit</TextLink>
      </Answer>
      <Answer question="How long does a withdrawal take?">
        You can withdraw from $10.00 up to $10,000.00 at a time, and never more than your balance. The amount is held at
        once and looked at by a person: approved, it is paid out; rejected, it is back in your balance at once.
        <TextLink href="/my-wallet">Open your wallet</TextLink>
      </Answer>
      <Answer question="Where is my money?">
        Your wallet shows what is available, what is staked in open bets, what is held for a withdrawal and what is
        bonus money, each apart. Your statement lists every movement.
        <TextLink href="/statement">Open your statement</TextLink>
      </Answer>
      <Answer question="What are the terms of the welcome bonus?">
        A first deposit brings a bonus while one is offered. Bonus money is kept apart from your balance until it has
        been wagered; a withdrawal before that gives it up. How much it is, how often it has to be wagered, at which
        odds and until when stands in your wallet.
        <TextLink href="/my-wallet">Look up your bonus</TextLink>
      </Answer>
    </Topic>
    <Topic title="Bets">
      <Answer question="Was my bet placed?">
        If the connection broke while placing, the slip asks again for the very same bet, so it is staked at most once.
        Every bet that was booked is in your history.
        <TextLink href="/history">Open your betting history</TextLink>
      </Answer>
      <Answer question="Why were the odds different when I placed my bet?">
        Odds move until the moment a bet is booked. The slip shows the old odds struck through and asks you before it
        takes worse ones. You choose which changes it takes without asking. The page of each bet shows the price you saw
        and the price that was taken.
        <TextLink href="/profile">Change that setting</TextLink>
      </Answer>
      <Answer question="How is a bet with several matches settled?">
        All selections must win; the odds are multiplied. One lost selection loses the bet at once. A void selection
        counts as odds of 1.00. If every selection is void, your stake comes back.
      </Answer>
      <Answer question="Which result counts?">
        The score after 90 minutes and stoppage time. Extra time and penalties do not count. A goal line that is met
        exactly is void; a quarter line is half of each of its neighbours.
      </Answer>
      <Answer question="What happens when a match is postponed or abandoned?">
        Moved by up to 48 hours, the bet stands. Moved further, abandoned or not played, the selection is void: its odds
        count as 1.00. The slip shows what a bet would pay if one of its matches were void.
      </Answer>
      <Answer question="Can a settled bet change?">
        Only when a wrong result was entered. Then the settlement is rolled back and the bet settled again; both stand
        in the timeline of the bet, with the reason.
      </Answer>
    </Topic>
    <Topic title="Responsible play">
      <Answer question="How do I keep betting in bounds?">
        Bet only what you can do without. You can set limits for yourself in your profile: a lower limit counts at once.
        <TextLink href="/profile">Open your profile</TextLink>
      </Answer>
      <Answer question="I want to take a break, or stop for good">
        Write to us under the topic “Responsible play”. Your open bets and your money stay yours, and you can still
        withdraw.
        <a href="#write-to-us" className={anchor}>
          Write to us
        </a>
      </Answer>
    </Topic>
  </div>
);

const anchor =
  'inline-flex min-h-11 items-center font-strong text-pitch underline decoration-pitch/40 underline-offset-4 hover:decoration-pitch';

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
