import type { Role } from '@touchline/core/account';
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

/** One role only: a guest is sent to the login, everybody else home. */
export function RoleOnly({ role, children }: { readonly role: Role; readonly children: ReactNode }) {
  const { user } = useSession();
  return <Protected>{user?.role === role ? children : <Redirect to="/" replace />}</Protected>;
}

/** Guests only: whoever is or becomes logged in is led to where they came from, else home. */
export function GuestOnly({ children }: { readonly children: ReactNode }) {
  const { isAuthenticated } = useSession();
  return isAuthenticated ? <BackToWhereTheyCameFrom /> : children;
}

/** Guests only when they come; whoever logs in there is led on by the screen, once it has said so. */
export function GuestAtFirst({ children }: { readonly children: ReactNode }) {
  const { isAuthenticated } = useSession();
  const [cameAsGuest] = useState(!isAuthenticated);
  return cameAsGuest ? children : <BackToWhereTheyCameFrom />;
}

/** Leads to what `?from=` names, else home. */
export function BackToWhereTheyCameFrom() {
  const from = new URLSearchParams(useSearch()).get('from');
  return <Redirect to={from && isOurs(from) ? from : '/'} replace />;
}

/** A path of this site as the browser reads it, so that no link can send somebody elsewhere after the login. */
const isOurs = (path: string): boolean =>
  path.startsWith('/') && URL.parse(path, location.origin)?.origin === location.origin;
