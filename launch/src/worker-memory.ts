/**
 * How Node runs the worker. While it settles a hundred thousand bets nearly all it makes is gone a moment later; left to itself
 * Node lets that pile up to twice the memory, and is no faster for it. The command in docker-compose.yml says the same.
 */
export const workerMemory = ['--max-semi-space-size=8', '--heap-growing-percent=40'] as const;
