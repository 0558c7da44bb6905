import type { LeagueKey } from '@touchline/core/matches';

/** A colour as red, green, blue (0–255); undefined where the emblem is transparent. */
export type Colour = readonly [number, number, number];
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
