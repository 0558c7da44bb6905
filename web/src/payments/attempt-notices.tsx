import type { ReactNode } from 'react';
import type { ApiFailure } from '../api/client.ts';
import { TextLink } from '../forms/account-frame.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

type RefusalProps = {
  readonly refusal: ApiFailure | undefined;
  readonly message: string;
  readonly onDismiss: () => void;
};

/** Why the server said no. What a bettor has set for themselves is no error: it says where it can be seen. */
export const Refusal = ({ refusal, message, onDismiss }: RefusalProps) =>
  isOwnRule(refusal) ? (
    <Banner tone="warning" onDismiss={onDismiss}>
      <p>{message}</p>
      <TextLink href="/profile">See your limits</TextLink>
    </Banner>
  ) : (
    <Banner tone="error" onDismiss={onDismiss}>
      {message}
    </Banner>
  );

type UnsureProps = {
  readonly state: 'waiting' | 'asking';
  /** What the server said, or that it failed. */
  readonly message: string;
  /** What may have happened to the money, in one sentence. */
  readonly children: ReactNode;
  readonly onCheck: () => void;
  readonly onGiveUp: () => void;
};

/** No answer came. Asking again cannot do it twice. */
export const Unsure = ({ state, message, children, onCheck, onGiveUp }: UnsureProps) => (
  <Banner tone="warning">
    <p>{state === 'waiting' ? 'No answer yet, asking again…' : message}</p>
    <p className="mt-1">{children}</p>
    {state === 'asking' && (
      <p className="mt-2 flex flex-wrap gap-2">
        <Button look="quiet" onClick={onCheck}>
          Check again
        </Button>
        <Button look="bare" onClick={onGiveUp}>
          Back to the form
        </Button>
      </p>
    )}
  </Banner>
);

/** Limits, a time-out and self-exclusion are refused with a code that names them. */
const isOwnRule = (refusal: ApiFailure | undefined): boolean =>
  refusal?.kind === 'refused' && refusal.status !== 429 && /limit|exclu|time-out/.test(refusal.view.code);
