import type { Forecast } from './measure.ts';

const size = 180;
const gap = 30;
const perRow = 4;

/** Draws reliability diagrams: how often what was given a probability happened, with a bar of two standard errors. */
export function reliabilityPlot(
  markets: readonly { readonly title: string; readonly forecasts: readonly Forecast[] }[],
) {
  const rows = Math.ceil(markets.length / perRow);
  const [width, height] = [perRow * (size + gap) + gap, rows * (size + 2 * gap) + gap];
  const plots = markets.map(({ title, forecasts }, index) => {
    const [left, top] = [gap + (index % perRow) * (size + gap), gap + Math.floor(index / perRow) * (size + 2 * gap)];
    return `<g transform="translate(${left} ${top})">
<text y="-8">${title}</text><rect width="${size}" height="${size}" class="frame"/><path d="M0 ${size}L${size} 0" class="ideal"/>
${pointsOf(forecasts).join('\n')}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">
<title>Reliability diagrams of derived markets</title>
<style>.frame{fill:none;stroke:#888}.ideal{stroke:#888;stroke-dasharray:4}.bar{stroke:#0a7d4f}circle{fill:#0a7d4f}</style>
<rect width="${width}" height="${height}" fill="#fff"/>
${plots.join('\n')}
</svg>
`;
}

/** A point for each twentieth of probability with at least 30 forecasts. */
function pointsOf(forecasts: readonly Forecast[]): readonly string[] {
  const groups = Object.groupBy(forecasts, ({ p }) => String(Math.min(19, Math.floor(p * 20))));
  return Object.values(groups).flatMap((group = []) => {
    if (group.length < 30) return [];
    const share = group.filter(({ won }) => won).length / group.length;
    const mean = group.reduce((total, { p }) => total + p, 0) / group.length;
    const error = 2 * Math.sqrt((share * (1 - share)) / group.length);
    const at = (value: number) => (size * (1 - Math.min(1, Math.max(0, value)))).toFixed(1);
    const x = (mean * size).toFixed(1);
    return [
      `<path d="M${x} ${at(share - error)}V${at(share + error)}" class="bar"/><circle cx="${x}" cy="${at(share)}" r="2.5"/>`,
    ];
  });
}
