import { type ReactNode, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useSession } from './session.tsx';

/** Members only: a guest is sent to the login, which is told where they came from (`?from=`). */
export function Protected({ children }: { readonly children: ReactNode }) {
  const { isAuthenticated } = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (isAuthenticated) return children;
  const from = search ? `${path}?${search}` : path;
  return <Redirect to={`/login?from=${encodeURIComponent(from)}`} replace />;
}

/**
 * Guests only: whoever arrives logged in is sent home. Somebody who logs in right here stays until the screen itself
 * leaves, one second after its toast (spec §9).
 */
export function GuestOnly({ children }: { readonly children: ReactNode }) {
  const { isAuthenticated } = useSession();
  const [cameAsGuest] = useState(!isAuthenticated);
  return cameAsGuest ? children : <Redirect to="/" replace />;
}
