import type { Operation } from './history.ts';

/** A fault from its beginning to its end, and the longest time without bets in seconds. */
export type Marked = { readonly name: string; readonly begun: number; readonly ended: number; readonly gap: number };

const width = 1_200;
const left = 46;
const [top, bottom] = [56, 296];
const [legendTop, legendLine, legendColumns] = [344, 18, 3];

/** Draws the acknowledged bets of each second as an SVG, with the faults marked by number. */
export function drawThroughput(operations: readonly Operation[], faults: readonly Marked[]): string {
  const ends = operations.filter(({ kind, outcome }) => kind === 'bet' && outcome.is === 'done').map(({ end }) => end);
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  // The last second is not whole.
  const seconds = Math.floor((to - from) / 1_000) - 1;
  const rates = Array.from({ length: seconds + 1 }, () => 0);
  for (const end of ends) {
    const second = Math.floor((end - from) / 1_000);
    if (second <= seconds) rates[second] = (rates[second] ?? 0) + 1;
  }
  // What was waiting is answered at once, and would hide everything else.
  const most = 24;
  const x = (second: number) => left + (second / Math.max(1, seconds)) * (width - left - 10);
  const y = (rate: number) => bottom - (Math.min(rate, most) / most) * (bottom - top);
  const text = (at: number, line: number, body: string, extra = '') =>
    `<text x="${at.toFixed(1)}" y="${line.toFixed(1)}" ${extra}>${body.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
  const rows = Math.ceil(faults.length / legendColumns);
  const marks = faults.flatMap(({ name, begun, ended, gap }, at) => {
    const [start, end] = [x((begun - from) / 1_000), x((ended - from) / 1_000)];
    const [column, row] = [Math.floor(at / rows), at % rows];
    return [
      `<rect x="${start.toFixed(1)}" y="${top}" width="${(end - start).toFixed(1)}" height="${bottom - top}" fill="#d9480f" opacity="0.1"/>`,
      `<line x1="${start.toFixed(1)}" y1="${top - 4}" x2="${start.toFixed(1)}" y2="${bottom}" stroke="#d9480f"/>`,
      text(start, top - 8, String(at + 1), 'text-anchor="middle" font-weight="bold"'),
      text(
        left + (column * (width - left)) / legendColumns,
        legendTop + row * legendLine,
        `${at + 1}  ${name}: ${gap.toFixed(1)} s`,
      ),
    ];
  });
  const grid = [0, 8, 16, 24].flatMap((rate) => [
    `<line x1="${left}" y1="${y(rate)}" x2="${width - 10}" y2="${y(rate)}" stroke="#adb5bd" stroke-width="0.5"/>`,
    text(left - 6, y(rate) + 4, String(rate), 'text-anchor="end"'),
  ]);
  const minutes = Array.from({ length: Math.floor(seconds / 60) + 1 }, (_, minute) =>
    text(x(minute * 60), bottom + 16, `${minute} min`, 'text-anchor="middle"'),
  );
  const line = rates.map((rate, second) => `${x(second).toFixed(1)},${y(rate).toFixed(1)}`).join(' ');
  const height = legendTop + rows * legendLine;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12"><title>Acknowledged bets per second during faults</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${text(left, 20, 'Acknowledged bets per second while one thing after the other breaks, and the longest time without any')}
${[...grid, ...minutes, ...marks].join('\n')}
<polyline points="${line}" fill="none" stroke="#1864ab" stroke-width="1.3"/>
</svg>
`;
}
