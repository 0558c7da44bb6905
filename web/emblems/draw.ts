import { mkdirSync, writeFileSync } from 'node:fs';
import { leagues } from '@touchline/core/matches';
import { appIcon, designs, maskableIcon, placeholder } from './designs.ts';
import { greyJpeg, png } from './image-files.ts';
import { blockShades, pixels } from './raster.ts';

// Draws the emblems under public/: run `node emblems/draw.ts` in web/. They are our own abstract shapes, not the leagues' logos.
const size = 96;
const folder = new URL('../public/', import.meta.url);
mkdirSync(new URL('leagues/', folder), { recursive: true });
for (const { key } of leagues) {
  writeFileSync(new URL(`leagues/${key}.png`, folder), png(size, pixels(designs[key], size)));
}
const blocks = 32;
writeFileSync(new URL('placeholder-league.jpg', folder), greyJpeg(blocks, blockShades(placeholder, blocks)));

mkdirSync(new URL('icons/', folder), { recursive: true });
const icons = [
  ['app-192', appIcon, 192],
  ['app-512', appIcon, 512],
  ['maskable-512', maskableIcon, 512],
  // For home screens that do not read the manifest.
  ['touch-180', maskableIcon, 180],
] as const;
for (const [name, design, edge] of icons) {
  writeFileSync(new URL(`icons/${name}.png`, folder), png(edge, pixels(design, edge)));
}
