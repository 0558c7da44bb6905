import type { ReactNode } from 'react';

type Props = {
  readonly id: string;
  readonly Heading: 'h1' | 'h2';
  readonly title: string;
  /** The link to all of them. */
  readonly more: ReactNode;
  readonly children: ReactNode;
};

export const HomeSection = ({ id, Heading, title, more, children }: Props) => (
  <section aria-labelledby={id} className="not-first:mt-4">
    <header className="mb-2 flex min-h-11 items-center justify-between gap-3 sm:mb-4">
      <Heading id={id} className="text-title font-strong">
        {title}
      </Heading>
      {more}
    </header>
    {children}
  </section>
);
