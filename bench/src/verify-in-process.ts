import { performance } from 'node:perf_hooks';
import { connect } from '@touchline/store/connect';
import { verifyLedger } from '@touchline/store/ledger';

// A separate process, so that its highest memory is that of the verification alone.
const [url = ''] = process.argv.slice(2);
const store = connect(url, { max: 4, applicationName: 'bench verify' });
const begun = performance.now();
const report = await verifyLedger(store.pool);
const seconds = (performance.now() - begun) / 1_000;
await store.pool.end();
await store.close();
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
process.stdout.write(`${JSON.stringify({ report, seconds, cpuSeconds, peakMegabytes: maxRSS / 1024 })}\n`);
