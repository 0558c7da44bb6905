import { join } from 'node:path';
import { ROOT } from './root.ts';

/**
 * How Node runs api and worker. While one settles a hundred thousand bets, or the other serves ten thousand screens, nearly all it
 * makes is gone a moment later; left to itself Node lets that pile up to twice the memory (the worker) or a tenth more (the api).
 * A bet costs the api about a sixth more of the processor for it (227 µs, 193 with 65 % in place of 40). The commands in docker-compose.yml and the Dockerfile say the same.
 */
export const nodeMemory = ['--max-semi-space-size=8', '--heap-growing-percent=40'] as const;

/**
 * What surrounds it. Node takes the types out of our sources with a program that it keeps in memory ever after, 17 to 22 MB in each
 * process; what it took out at one start it finds here at the next one, which then needs no such program and is twice as fast.
 */
export const nodeEnv = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'touchline', 'compiled') } as const;
