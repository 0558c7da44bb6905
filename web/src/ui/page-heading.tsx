import type { ReactNode } from 'react';

type Props = { readonly title: string; readonly children?: ReactNode };

/** The title of a screen with controls beside it. A long title wraps instead of pushing them below. */
export const PageHeading = ({ title, children }: Props) => (
  <header className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
    <h1 className="min-w-0 flex-[1_1_10rem] text-title font-strong wrap-anywhere">{title}</h1>
    {children}
  </header>
);
