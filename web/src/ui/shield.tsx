import { useId } from 'react';
import { classes } from './classes.ts';
import { type Kit, kitOf, type Pattern } from './kits.ts';

const outline = 'M4 4h32v17c0 9.5-7 14.5-16 18C11 35.5 4 30.5 4 21z';
const shapes: Record<Pattern, string> = {
  chief: 'M0 0h40v12H0z',
  halves: 'M20 0h20v42H20z',
  stripes: 'M10 0h5v42h-5zM25 0h5v42h-5z',
  hoops: 'M0 8h40v5H0zM0 29h40v4H0z',
  sash: 'M-4 32 34-6l10 10L6 42z',
  pale: 'M16 0h8v42h-8z',
};

type Props = { readonly name: string; readonly className?: string };

/** A crest in the club's colours. Its letters have a ground of one colour, so that they are readable at 24 px. */
export function Shield({ name, className }: Props) {
  const clip = useId();
  const { letters, pattern, shirt, trim } = kitOf(name);
  return (
    <svg viewBox="3 3 34 37" aria-hidden="true" className={classes('shrink-0', className)}>
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d={outline} fill={shirt} />
        <path d={shapes[pattern]} fill={trim} />
        <path d="M0 13h40v15H0z" fill={shirt} />
      </g>
      <path d={outline} fill="none" stroke="#7d8f85" strokeWidth="1.5" />
      <text
        x="20"
        y="21"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={letters.length > 2 ? 12.5 : 15}
        fontWeight="800"
        fill={inkOn(shirt)}
      >
        {letters}
      </text>
    </svg>
  );
}

export const [lightInk, darkInk] = ['#ffffff', '#0a120f'];

/** Returns the ink with the higher contrast on a colour. */
export const inkOn = (colour: Kit['shirt']): string =>
  contrast(colour, lightInk) >= contrast(colour, darkInk) ? lightInk : darkInk;

/** Returns the contrast of two colours as WCAG defines it. */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
