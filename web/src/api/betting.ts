import type { BetView } from '@touchline/core/contract';
import { type Answer, call, listOf } from './client.ts';
import { betView } from './first-shapes.ts';

/** GET /bet/history, newest first. */
export const fetchBetHistory = (): Answer<BetView[]> => call(listOf(betView), { method: 'GET', path: '/bet/history' });
