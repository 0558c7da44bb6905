/**
 * How Node runs api and worker. While one settles a hundred thousand bets, or the other serves ten thousand screens, nearly all it
 * makes is gone a moment later; left to itself Node lets that pile up to twice the memory (the worker) or a quarter more (the api),
 * and is no faster for it. The commands in docker-compose.yml say the same.
 */
export const nodeMemory = ['--max-semi-space-size=8', '--heap-growing-percent=40'] as const;
