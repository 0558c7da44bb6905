import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../ui/card.tsx';

type Props = {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
  /** Below the card: a link to another account screen. */
  readonly below?: ReactNode;
};

/** The narrow centered card of the account screens. */
export const AccountFrame = ({ title, intro, children, below }: Props) => (
  <div className="mx-auto grid w-full max-w-md gap-4 py-4 sm:py-10">
    <Card className="grid gap-5 p-5! sm:p-8!">
      <header className="grid gap-1">
        <h1 className="text-title font-strong">{title}</h1>
        {intro && <p className="text-muted">{intro}</p>}
      </header>
      {children}
    </Card>
    {below && <p className="text-center text-muted">{below}</p>}
  </div>
);

/** A link in running text, tall enough for a finger. */
export const TextLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <Link
    href={href}
    className="inline-flex min-h-11 items-center font-strong text-pitch underline decoration-pitch/40 underline-offset-4 hover:decoration-pitch"
  >
    {children}
  </Link>
);
