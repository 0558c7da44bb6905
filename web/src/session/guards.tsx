import type { Role } from '@touchline/core/account';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Redirect, Route, useLocation, useSearch } from 'wouter';
import { useSession } from './session.tsx';

/** Members only: a guest goes to the login screen, and returns here afterwards (`?from=`). */
export function Protected({ children }: { readonly children: ReactNode }) {
  const { isAuthenticated } = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (isAuthenticated) return children;
  const from = search ? `${path}?${search}` : path;
  return <Redirect to={`/login?from=${encodeURIComponent(from)}`} replace />;
}

/** One role only: a guest goes to the login screen, other members go Home. */
function RoleOnly({ role, children }: { readonly role: Role; readonly children: ReactNode }) {
  const { user } = useSession();
  return <Protected>{user?.role === role ? children : <Redirect to="/" replace />}</Protected>;
}

/** A route to a screen of one role. */
export const forRole = (role: Role, path: string, Screen: ComponentType) => (
  <Route path={path}>
    <RoleOnly role={role}>
      <Screen />
    </RoleOnly>
  </Route>
);

/** Guests only: a member goes back to where they came from, else Home. */
export function GuestOnly({ children }: { readonly children: ReactNode }) {
  const { isAuthenticated } = useSession();
  return isAuthenticated ? <RedirectBack /> : children;
}

/** For users who arrive as guests. After a login the screen itself navigates, once its toast was shown. */
export function GuestAtFirst({ children }: { readonly children: ReactNode }) {
  const { isAuthenticated } = useSession();
  const [arrivedAsGuest] = useState(!isAuthenticated);
  return arrivedAsGuest ? children : <RedirectBack />;
}

/** Goes to the path in `?from=`, else Home. */
export const RedirectBack = () => <Redirect to={useFrom()} replace />;

/** The path in `?from=`, else Home. */
export function useFrom(): string {
  const from = new URLSearchParams(useSearch()).get('from');
  return from && isOurs(from) ? from : '/';
}

/** A login or registration that leads back to a path of this site. */
export const withFrom = (path: '/login' | '/register', from: string): string =>
  from === '/' ? path : `${path}?from=${encodeURIComponent(from)}`;

/** Whether a path, as the browser resolves it, is of this site: no link may send a user elsewhere after the login. */
const isOurs = (path: string): boolean =>
  path.startsWith('/') && URL.parse(path, location.origin)?.origin === location.origin;
