import type { Colour, Design } from './designs.ts';

const ground: Colour = [11, 21, 18];
const pitch: Colour = [47, 226, 125];

/** The favicon's mark: a ball over the touchline. `reach` is its extent in the square from -1 to 1. */
const mark =
  (reach: number): Design =>
  (x, y) => {
    const [across, down] = [x / reach, y / reach];
    const isBall = Math.abs(Math.hypot(across, down + 0.27) - 0.5) < 0.135;
    const isLine = Math.hypot(Math.max(Math.abs(across) - 0.9, 0), down - 0.54) < 0.135;
    return isBall || isLine ? pitch : undefined;
  };

const corner = 0.5;
const isInside = (x: number, y: number): boolean =>
  Math.hypot(Math.max(Math.abs(x) - (1 - corner), 0), Math.max(Math.abs(y) - (1 - corner), 0)) < corner;

/** With rounded corners, for systems that show icons unchanged. */
export const appIcon: Design = (x, y) => (isInside(x, y) ? (mark(0.68)(x, y) ?? ground) : undefined);

/** Full-bleed, with the mark in the inner four fifths: systems apply their own mask (W3C manifest, maskable). */
export const maskableIcon: Design = (x, y) => mark(0.56)(x, y) ?? ground;
