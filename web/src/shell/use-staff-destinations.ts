import type { UserView } from '@touchline/core/contract';
import { useCode } from '../loading/use-code.ts';
import type { Destination } from './destinations.ts';

/** The screens of staff below their menu; none for other people, who do not load them. */
export const useStaffDestinations = (user: UserView | undefined): readonly Destination[] =>
  useCode(user !== undefined && user.role !== 'bettor', load) ?? none;

const none: readonly Destination[] = [];
const load = async () => (await import('./more-destinations.ts')).staffDestinations;
