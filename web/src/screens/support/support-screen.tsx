import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextLink } from '../../forms/account-frame.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** Answers to what bettors ask most, each with the place where it can be done. */
export const SupportScreen = () => (
  <div className="mx-auto max-w-3xl">
    <PageHeading title="Support" />
    <Card className="divide-y divide-line p-0!">
      <Answer question="I did not get the verification email">
        Look in your spam folder first. A link can be used once; a new one makes the older ones useless.
        <TextLink href="/resend-verification">Send a new link</TextLink>
      </Answer>
      <Answer question="I forgot my password, or my reset link does not work">
        Reset links expire after a while and work once. Ask for a new one and use the newest mail.
        <TextLink href="/forgot-password">Request New Reset Link</TextLink>
      </Answer>
      <Answer question="Was my bet placed?">
        If the connection broke while placing, the slip asks again for the very same bet, so it is staked at most once.
        Every bet that was booked is in your history.
        <TextLink href="/history">Open your betting history</TextLink>
      </Answer>
      <Answer question="Why were the odds different when I placed my bet?">
        Odds move until the moment a bet is booked. The slip shows the old odds struck through and asks you before it
        takes worse ones. You choose which changes it takes without asking.
        <TextLink href="/profile">Change that setting</TextLink>
      </Answer>
      <Answer question="How is a bet with several matches settled?">
        All selections must win; the odds are multiplied. One lost selection loses the bet at once. A void selection
        counts as odds of 1.00. If every selection is void, your stake comes back.
      </Answer>
      <Answer question="Which result counts?">
        The score after 90 minutes and stoppage time. Extra time and penalties do not count.
      </Answer>
      <Answer question="Where is my money?">
        Your wallet shows what is available, what is staked in open bets, what is held for a withdrawal and what is
        bonus money, each apart.
        <TextLink href="/my-wallet">Open your wallet</TextLink>
      </Answer>
    </Card>
  </div>
);

const Answer = ({ question, children }: { readonly question: string; readonly children: ReactNode }) => (
  <details className="group">
    <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 font-strong hover:bg-raised sm:px-5 [&::-webkit-details-marker]:hidden">
      {question}
      <ChevronDown
        aria-hidden="true"
        className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
      />
    </summary>
    <div className="grid justify-items-start gap-1 px-4 pb-4 text-muted sm:px-5">{children}</div>
  </details>
);
