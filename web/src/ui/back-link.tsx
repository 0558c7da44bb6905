import { ChevronLeft } from 'lucide-react';
import { Link } from 'wouter';

/** A link back to the list that contains the thing on screen. */
export const BackLink = ({ href, children }: { readonly href: string; readonly children: string }) => (
  <Link
    href={href}
    className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-small px-2 font-strong text-pitch hover:bg-raised"
  >
    <ChevronLeft aria-hidden="true" className="size-4" />
    {children}
  </Link>
);
