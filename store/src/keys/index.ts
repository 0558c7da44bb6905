export { countSealed, type Resealed, resealAll, type SealedCount } from './reseal.ts';
