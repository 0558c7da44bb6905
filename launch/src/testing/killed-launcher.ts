import { startPostgres } from '../embedded-postgres.ts';

// Starts PostgreSQL in the given folder and waits to be killed. It has no guard, so PostgreSQL is left behind as if a whole
// terminal session was killed at once.
const [folder = ''] = process.argv.slice(2);
const noGuard = { watch: () => {}, forget: () => {}, dismiss: () => {} };
const postgres = await startPostgres({ folder, durability: 'test', guard: noGuard });
process.stdout.write(`${JSON.stringify({ pid: postgres.pid, url: postgres.url('postgres') })}\n`);
setInterval(() => {}, 60_000);
