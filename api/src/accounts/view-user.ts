import { isStaff } from '@touchline/core/account';
import type { UserView } from '@touchline/core/contract';
import type { User } from '@touchline/store/accounts';

/** `hasSecondFactor`: whether the session that asks has proved one; without a session it does not matter. */
export const viewUser = ({ id, name, email, role }: User, hasSecondFactor = true): UserView => ({
  id,
  name,
  email,
  role,
  ...(isStaff(role) && !hasSecondFactor && { needsSecondFactor: true }),
});
