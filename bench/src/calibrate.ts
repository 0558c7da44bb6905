/**
 * Compares derived prices with market prices and results, and writes docs/calibration.md:
 *
 *   npm run calibrate -- FILES
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from './calibration/measure.ts';
import { reliabilityPlot } from './calibration/plots.ts';
import { readMatches } from './calibration/read-matches.ts';
import { calibrationReport } from './calibration/report.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('Use: npm run calibrate -- FILES (seasons, boards and prices in play as CSV, also gzipped)\n');
  process.exit(1);
}
const docs = join(import.meta.dirname, '..', '..', 'docs');
const measured = measure(files.flatMap(readMatches));
const withResults = [...measured.markets]
  .filter(([key, { forecasts }]) => key.startsWith('bookmakers: ') && forecasts.length > 0)
  .map(([key, { forecasts }]) => ({ title: key.slice('bookmakers: '.length), forecasts }));
writeFileSync(join(docs, 'calibration.svg'), reliabilityPlot(withResults));
writeFileSync(join(docs, 'calibration.md'), calibrationReport(measured, 'calibration.svg'));
process.stdout.write(`${measured.matches} matches and moments measured. See docs/calibration.md.\n`);
