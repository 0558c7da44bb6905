import { startPostgres } from '../embedded-postgres.ts';

// Starts PostgreSQL in the folder given and waits to be killed. Without a guard, so that PostgreSQL is left behind as it is
// when the whole session of a terminal is killed at once.
const [folder = ''] = process.argv.slice(2);
const noGuard = { watch: () => {}, forget: () => {}, dismiss: () => {} };
const postgres = await startPostgres({ folder, durability: 'test', guard: noGuard });
process.stdout.write(`${JSON.stringify({ pid: postgres.pid, url: postgres.url('postgres') })}\n`);
setInterval(() => {}, 60_000);
