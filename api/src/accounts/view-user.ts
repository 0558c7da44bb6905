import type { UserView } from '@touchline/core/contract';
import type { User } from '@touchline/store/accounts';

export const viewUser = ({ id, name, email, role }: User): UserView => ({ id, name, email, role });
