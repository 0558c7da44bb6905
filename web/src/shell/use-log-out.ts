import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../session/index.ts';

/** Leaves for Home first, so that a guarded screen does not send the guest to the login with a way back. */
export function useLogOut(): () => void {
  const { logout } = useSession();
  const [, navigate] = useLocation();
  return useCallback(() => {
    navigate('/');
    logout();
  }, [logout, navigate]);
}
