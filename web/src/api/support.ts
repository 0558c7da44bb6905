import { type MessageAnswer, messageAnswer, type SupportRequest } from '@touchline/core/contract';
import { type Answer, call } from './client.ts';

/** POST /support: as whoever is logged in, or as a guest. */
export const askSupport = (body: SupportRequest): Answer<MessageAnswer> =>
  call(messageAnswer, { method: 'POST', path: '/support', body });
