import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { Card } from '../../ui/card.tsx';

type Props = {
  readonly title: string;
  /** A link to more. */
  readonly more?: { readonly href: string; readonly text: string } | undefined;
  readonly children: ReactNode;
};

/** A section of a player's page. */
export function PartCard({ title, more, children }: Props) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2 id={id} className="text-figure font-strong">
          {title}
        </h2>
        {more && (
          <Link href={more.href} className="inline-flex min-h-11 items-center font-strong text-pitch hover:underline">
            {more.text}
          </Link>
        )}
      </header>
      {children}
    </Card>
  );
}
