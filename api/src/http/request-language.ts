import { translated } from '@touchline/core/catalogues';
import { type Language, preferredLanguage } from '@touchline/core/language';
import type { FastifyRequest } from 'fastify';

type Asking = Pick<FastifyRequest, 'headers'>;

/** Returns the language that the screens or the browser ask for, if it is one of ours. */
export const askedLanguage = ({ headers }: Asking): Language | undefined =>
  preferredLanguage((headers['accept-language'] ?? '').split(','));

/** Returns the language of an answer. */
export const languageOf = (request: Asking): Language => askedLanguage(request) ?? 'en';

/** Returns a text without placeholders in the language of an answer; one that is not in the catalogues stays as it is. */
export const translatedFor = (request: Asking, english: string): string => translated(languageOf(request), english);
