import { createWitness } from './create-witness.ts';

/** Settings: `WITNESS_NAME`, `WITNESS_FOLDER`, `WITNESS_LOGS` (keys of logs, separated by commas), `WITNESS_PORT`, `WITNESS_HOST`. */
const { WITNESS_NAME = '', WITNESS_FOLDER = '', WITNESS_LOGS = '', WITNESS_PORT = '', WITNESS_HOST } = process.env;
const missing = Object.entries({ WITNESS_NAME, WITNESS_FOLDER, WITNESS_LOGS })
  .filter(([, value]) => value === '')
  .map(([name]) => name);
const port = WITNESS_PORT === '' ? 4040 : Number(WITNESS_PORT);
if (missing.length > 0 || !Number.isInteger(port)) {
  process.stderr.write(
    `The witness cannot start: ${missing.length > 0 ? `set ${missing.join(', ')}` : 'WITNESS_PORT is not a port'}.\n`,
  );
  process.exit(1);
}
try {
  const witness = await createWitness({
    name: WITNESS_NAME,
    folder: WITNESS_FOLDER,
    logs: WITNESS_LOGS.split(',').filter((key) => key.trim() !== ''),
    port,
    ...(WITNESS_HOST !== undefined && { host: WITNESS_HOST }),
  });
  process.stdout.write(`witness ready on ${witness.url} with key ${witness.key}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void witness.close().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`The witness cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
