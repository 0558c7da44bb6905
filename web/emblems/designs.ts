import type { LeagueKey } from '@touchline/core/matches';

/** A colour as red, green, blue (0–255); undefined where the emblem is transparent. */
type Colour = readonly [number, number, number];
/** Returns the colour at a point. The emblem is a disc of radius 1 around 0,0, with y pointing down. */
export type Design = (x: number, y: number) => Colour | undefined;

const white: Colour = [248, 250, 249];
const ball = (x: number, y: number, radius: number): boolean => Math.hypot(x, y) < radius;
const star = (x: number, y: number, radius: number): boolean => {
  const angle = Math.atan2(x, -y);
  const sector = (2 * Math.PI) / 5;
  const off = Math.abs((((angle % sector) + sector) % sector) - sector / 2);
  return Math.hypot(x, y) < radius * (0.45 + 0.55 * (off / (sector / 2)) ** 1.6);
};
const disc =
  (ground: Colour, mark: (x: number, y: number) => Colour | undefined): Design =>
  (x, y) =>
    ball(x, y, 1) ? (mark(x, y) ?? ground) : undefined;

export const designs: Record<LeagueKey, Design> = {
  soccer_epl: disc([74, 24, 110], (x, y) =>
    y > -0.1 && Math.abs(Math.abs(x) + y - 0.35) < 0.16 ? [54, 226, 150] : ball(x, y + 0.45, 0.2) ? white : undefined,
  ),
  soccer_spain_la_liga: disc([214, 54, 38], (x, y) =>
    ball(x, y, 0.58) && Math.sin(Math.atan2(y, x) * 6) > 0 ? [255, 206, 70] : ball(x, y, 0.2) ? white : undefined,
  ),
  soccer_italy_serie_a: disc([16, 70, 160], (x, y) =>
    Math.abs(x - y * 0.35) < 0.14 ? white : Math.abs(x - y * 0.35 - 0.42) < 0.14 ? [64, 208, 230] : undefined,
  ),
  soccer_germany_bundesliga: disc([196, 20, 34], (x, y) =>
    x > -0.5 && x < 0.6 && Math.abs(y + 0.35 * Math.abs(x)) < 0.13
      ? white
      : ball(x - 0.1, y - 0.45, 0.19)
        ? white
        : undefined,
  ),
  soccer_france_ligue_one: disc([12, 28, 62], (x, y) =>
    Math.abs(x) < 0.15 && Math.abs(y) < 0.6
      ? [205, 240, 60]
      : Math.abs(y - 0.45) < 0.15 && x > 0 && x < 0.5
        ? [205, 240, 60]
        : undefined,
  ),
  soccer_uefa_champs_league: disc([14, 30, 92], (x, y) =>
    star(x, y, 0.72) ? white : Math.hypot(x, y) > 0.84 ? [110, 150, 240] : undefined,
  ),
  soccer_uefa_europa_league: disc([30, 28, 26], (x, y) =>
    star(x, y, 0.45) ? white : Math.abs(Math.hypot(x, y) - 0.7) < 0.1 ? [245, 130, 32] : undefined,
  ),
  soccer_uefa_nations_league: disc([10, 96, 116], (x, y) =>
    Math.abs(Math.hypot(x + 0.22, y) - 0.42) < 0.1
      ? white
      : Math.abs(Math.hypot(x - 0.22, y) - 0.42) < 0.1
        ? [255, 196, 80]
        : undefined,
  ),
};

/** A grey ball for leagues without an emblem. */
export const placeholder: Design = (x, y) => {
  if (!ball(x, y, 1)) return [150, 160, 155];
  if (star(x, y, 0.5)) return [70, 80, 75];
  return ball(x, y, 0.88) ? [225, 232, 228] : [110, 122, 116];
};

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
