import type { Design } from './designs.ts';

const samples = 4;

/** Renders size × size RGBA pixels, each the mean of sixteen points. */
export function pixels(design: Design, size: number): Uint8Array {
  const out = new Uint8Array(size * size * 4);
  for (let pixel = 0; pixel < size * size; pixel++) {
    out.set(mean(design, pixel % size, Math.floor(pixel / size), size), pixel * 4);
  }
  return out;
}

/** Renders blocks × blocks grey values (0–255). */
export function blockShades(design: Design, blocks: number): number[] {
  return Array.from({ length: blocks * blocks }, (_, block) => {
    const [red, green, blue] = mean(design, block % blocks, Math.floor(block / blocks), blocks);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
}

function mean(design: Design, column: number, row: number, size: number): [number, number, number, number] {
  let [red, green, blue, hits] = [0, 0, 0, 0];
  for (let sample = 0; sample < samples * samples; sample++) {
    const x = at(column + ((sample % samples) + 0.5) / samples, size);
    const y = at(row + (Math.floor(sample / samples) + 0.5) / samples, size);
    const colour = design(x, y);
    if (!colour) continue;
    red += colour[0];
    green += colour[1];
    blue += colour[2];
    hits += 1;
  }
  const share = Math.max(hits, 1);
  return [red / share, green / share, blue / share, (255 * hits) / samples ** 2];
}

const at = (place: number, size: number): number => (place / size) * 2 - 1;
