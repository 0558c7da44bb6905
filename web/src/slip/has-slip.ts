import type { Role } from '@touchline/core/account';
import { useSession } from '../session/index.ts';

/** Whether someone has a slip: guests and bettors do. Bets of staff are refused, so they see prices alone. */
export const hasSlip = (user: { readonly role: Role } | undefined): boolean => !user || user.role === 'bettor';

export const useHasSlip = (): boolean => hasSlip(useSession().user);
