import { join } from 'node:path';
import { ROOT } from './root.ts';

/**
 * Node's memory flags for api and worker. Settling 100,000 bets or serving 10,000 screens creates mostly short-lived objects. With
 * Node's sizes they keep up to twice the memory (worker) or a tenth more (api). Without pretenuring, which allocates objects in the old
 * generation where earlier ones survived, a bet costs the api up to a third less CPU (`decisions/0115`). The Dockerfile,
 * docker-compose.yml and deploy/kubernetes use the same flags.
 */
export const nodeMemory = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  '--no-allocation-site-pretenuring',
] as const;

/**
 * The signer keeps a million wallets outside the heap, and creates only short-lived objects: with the default young generation of
 * 16 MB it takes 30 MB more. docker-compose.yml uses the same flag.
 */
export const signerMemory = ['--max-semi-space-size=2'] as const;

/**
 * Settings of glibc for verifications and the signer: each read of a socket takes 64 KB, and glibc keeps what its threads free. So they
 * are mapped, and returned to the system: 20 MB less for a verification at the same CPU, 4 MB less for the signer.
 * launch/bootstrap.mjs, docker-compose.yml and deploy/kubernetes use the same.
 */
export const frugalMalloc = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' } as const;

/**
 * Node's compile cache. Stripping types keeps a module of 17 to 22 MB in each process's memory. With the cache, later starts do not
 * need it and are twice as fast.
 */
export const nodeEnv = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'touchline', 'compiled') } as const;
