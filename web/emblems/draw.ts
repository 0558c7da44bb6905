import { mkdirSync, writeFileSync } from 'node:fs';
import { leagues } from '@touchline/core/matches';
import { designs, placeholder } from './designs.ts';
import { greyJpeg } from './jpeg.ts';
import { png } from './png.ts';
import { blockShades, pixels } from './raster.ts';

// Draws the emblems under public/ anew: `node emblems/draw.ts` in web/. They are our own abstract shapes, no league's mark.
const size = 96;
const folder = new URL('../public/', import.meta.url);
mkdirSync(new URL('leagues/', folder), { recursive: true });
for (const { key } of leagues) {
  writeFileSync(new URL(`leagues/${key}.png`, folder), png(size, pixels(designs[key], size)));
}
const blocks = 32;
writeFileSync(new URL('placeholder-league.jpg', folder), greyJpeg(blocks, blockShades(placeholder, blocks)));
