import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../session/index.ts';

/** Goes to Home before logging out: a guarded screen would otherwise redirect to the login screen. */
export function useLogOut(): () => void {
  const { logout } = useSession();
  const [, navigate] = useLocation();
  return useCallback(() => {
    navigate('/');
    logout();
  }, [logout, navigate]);
}
