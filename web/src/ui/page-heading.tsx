import type { ReactNode } from 'react';

type Props = { readonly title: string; readonly children?: ReactNode };

/** The title of a screen, with what belongs beside it. */
export const PageHeading = ({ title, children }: Props) => (
  <header className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
    <h1 className="text-title font-strong">{title}</h1>
    {children}
  </header>
);
