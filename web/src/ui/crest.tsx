import { memo, useId, useState } from 'react';
import { classes } from './classes.ts';

/** Pairs of colours that go well together. */
const kits = [
  ['#c8202f', '#f5f1e8'],
  ['#1f4fa3', '#f2f5fb'],
  ['#0b7a4b', '#f4f2e6'],
  ['#5b1f3a', '#8fc7ea'],
  ['#16263f', '#e0b84a'],
  ['#e8a317', '#1c1c1c'],
  ['#3b8ed0', '#ffffff'],
  ['#202427', '#e9ecee'],
  ['#6a2c91', '#f0e6f6'],
  ['#d95b1a', '#20170f'],
  ['#0e7c86', '#f1e3c4'],
  ['#8e1b1b', '#f0c14b'],
  ['#254a2c', '#c9d8a0'],
  ['#b3174e', '#1b2a4a'],
] as const;

const shield = 'M4 4h32v17c0 9.5-7 14.5-16 18C11 35.5 4 30.5 4 21z';
const patterns = [
  'M20 0h20v40H20z',
  'M13 0h6v40h-6zM25 0h6v40h-6z',
  'M-4 30 34-8l8 8L4 38z',
  'M0 14h40v10H0z',
  'M0 0h40v12H0z',
  'M16.5 0h7v40h-7z',
] as const;

type Props = { readonly name: string; readonly className?: string };

/** A club's logo, or its crest if there is none or it fails to load. */
export const Crest = memo(function Crest({ logo, ...crest }: Props & { readonly logo?: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  if (!logo || logo === broken) return <Shield {...crest} />;
  return (
    <img
      src={logo}
      alt=""
      loading="lazy"
      className={classes('shrink-0 object-contain', crest.className)}
      onError={() => setBroken(logo)}
    />
  );
});

/** A crest generated from the club's name alone, always the same for the same name. */
function Shield({ name, className }: Props) {
  const clip = useId();
  const number = fingerprint(name);
  const [shirt, trim] = kits[number % kits.length] ?? kits[0];
  const pattern = patterns[Math.floor(number / kits.length) % patterns.length] ?? patterns[0];
  const text = initials(name);
  return (
    <svg viewBox="0 0 40 42" aria-hidden="true" className={classes('shrink-0', className)}>
      <clipPath id={clip}>
        <path d={shield} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d={shield} fill={shirt} />
        <path d={pattern} fill={trim} opacity="0.92" />
      </g>
      <path d={shield} fill="none" stroke="#7d8f85" strokeWidth="1.5" />
      <text
        x="20"
        y="22"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={text.length > 2 ? 12.5 : 15}
        fontWeight="800"
        fill="#fff"
        stroke="#0a120f"
        strokeWidth="3"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {text}
      </text>
    </svg>
  );
}

/** "Manchester United" → MU, "Arsenal" → ARS. Ignores generic parts such as FC. */
export function initials(name: string): string {
  const words = name
    .split(/[\s-]+/)
    .filter((word) => word !== '' && !/^(fc|cf|ac|as|afc|sc|ssc|rc|cd|ud|sv|tsg|vfb|vfl|the|and|&|de)$/i.test(word));
  const [first = name] = words;
  const parts = words.length > 1 ? words.map((word) => word[0]).slice(0, 3) : [first.slice(0, 3)];
  return parts.join('').toUpperCase();
}

/** FNV-1a, which gives similar names different hashes. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Returns whether a name has a word too wide for a phone, such as "Mönchengladbach". */
export const hasLongWord = (name: string): boolean => /\S{13}/.test(name);
