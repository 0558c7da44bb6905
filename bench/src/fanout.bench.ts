// The cost of thousands of live screens for one API process, their delay, and Socket.IO compared with bare websockets.
import type { Way } from './fanout-in-process.ts';
import { measureProduct, type ProductFound } from './fanout-product.ts';
import { compareWays, ratioOf, type WayCosts } from './fanout-ways.ts';
import { median } from './figures.ts';
import { atMost, type BenchRun, type Report, runBench, table } from './run-bench.ts';

/** Parts that can be measured alone: `npm run bench -- fanout product`. */
type Half = 'product' | 'ways';

const TICK_MS = 250;
const SIZES = { clients: 5_000, connected: 10_000, seconds: 20 };

const words: Readonly<Record<Way, string>> = {
  touchline: 'the product’s audience over Socket.IO',
  emit: 'Socket.IO, io.to(room).emit',
  ws: 'ws, send of one encoded buffer',
  bytes: 'ws, whole frames written to the connections',
};

await runBench(
  'fanout',
  async (run) => {
    const sizes = sizesOf(run);
    const isWanted = (half: Half) => run.args.length === 0 || run.args.includes(half);
    const found = isWanted('product') ? await measureProduct(run, sizes) : undefined;
    const costs = isWanted('ways') ? await compareWays(run, sizes.clients) : undefined;
    const halves = [...(found ? [reportProduct(sizes, found)] : []), ...(costs ? [reportWays(sizes, costs)] : [])];
    return {
      lines: halves.flatMap(({ lines }) => [...lines, '']),
      goals: halves.flatMap(({ goals }) => goals),
      figures: { sizes, found, costs: costs && Object.fromEntries(costs) },
    };
  },
  {
    sizes: SIZES,
    longestMs: ({ sizes }) => 240_000 + (sizes['seconds'] ?? 0) * 1_000 + (sizes['connected'] ?? 0) * 10,
  },
);

function sizesOf({ sizes, pace }: BenchRun): typeof SIZES {
  const { clients, connected, seconds } = { ...SIZES, ...sizes };
  const share = pace === 'quick' ? 0.2 : 1;
  const quickly = (size: number, usual: number) => (size === usual ? Math.round(size * share) : size);
  const listening = quickly(clients, SIZES.clients);
  return {
    clients: listening,
    connected: Math.max(listening, quickly(connected, SIZES.connected)),
    seconds: quickly(seconds, SIZES.seconds),
  };
}

function reportProduct(sizes: typeof SIZES, found: ProductFound): Pick<Report, 'lines' | 'goals'> {
  const { freshness, http, resident, counts } = found;
  const ms = (value: number) => value.toFixed(1);
  return {
    lines: [
      `The product: ${sizes.clients} clients of the list, ${found.changesPerSecond.toFixed(0)} changes a second in 50 matches, for ${sizes.seconds} s`,
      `  joined with a snapshot: ${found.joinsPerSecond.toFixed(0)} a second`,
      `  frames: ${found.framesPerSecond.toFixed(0)} a second to all, ${(found.bytesPerFrame / 1_000).toFixed(1)} kB each`,
      `  freshness of ${freshness.rows} rows: p50 ${freshness.p50} ms, p99 ${freshness.p99} ms, at most ${freshness.most} ms`,
      `  HTTP: p50 ${ms(http.idle.p50)} ms and p99 ${ms(http.idle.p99)} ms idle, ${ms(http.loaded.p50)} ms and ${ms(http.loaded.p99)} ms under this load`,
      `  memory: ${resident.empty.toFixed(0)} MB without clients, ${resident.full.toFixed(0)} MB with ${found.connected}`,
      `  lines that ended: ${counts.ends}${counts.whyEnded.length > 0 ? ` (${counts.whyEnded.join(', ')})` : ''}`,
    ],
    goals: [
      atMost('freshness p99, ms', freshness.p99, TICK_MS + 100),
      atMost('the api process under this load, % of a core', found.apiCore, 50),
      atMost(`memory with ${sizes.connected} clients, MB`, resident.full, 300),
      atMost('HTTP p99 under load ÷ idle', http.loaded.p99 / http.idle.p99, 5),
      atMost('frames that clients missed', counts.gaps, 0),
      atMost('frames that clients got twice', counts.duplicates, 0),
      atMost('older rows after newer ones', counts.stale, 0),
      atMost('clients that show something else than GET /events in the end', found.wrong, 0),
    ],
  };
}

function reportWays(sizes: typeof SIZES, costs: WayCosts): Pick<Report, 'lines' | 'goals'> {
  return {
    lines: table([
      [`${sizes.clients} sockets, 10 frames/s of 300 bytes`, 'µs of CPU a frame', '÷ ws', '÷ whole frames'],
      ...[...costs].map(([way, micros]) => [
        words[way],
        median(micros).toFixed(2),
        ratioOf(costs, way, 'ws').toFixed(3),
        ratioOf(costs, way, 'bytes').toFixed(3),
      ]),
    ]),
    goals: [
      atMost('Socket.IO’s CPU a frame ÷ ws with one encoded buffer', ratioOf(costs, 'touchline', 'ws'), 1.1),
      atMost('the same ÷ whole frames written to the connections', ratioOf(costs, 'touchline', 'bytes'), 1.1),
    ],
  };
}
