import { type Language, preferredLanguage } from '@touchline/core/language';
import type { FastifyRequest } from 'fastify';

type Asking = Pick<FastifyRequest, 'headers'>;

/** Returns the language that the screens or the browser ask for, if it is one of ours. */
export const askedLanguage = ({ headers }: Asking): Language | undefined =>
  preferredLanguage((headers['accept-language'] ?? '').split(','));

/** Returns the language of an answer. */
export const languageOf = (request: Asking): Language => askedLanguage(request) ?? 'en';
