import type { ReactNode } from 'react';
import { classes } from './classes.ts';

const tones = {
  neutral: 'bg-raised text-muted',
  live: 'bg-live-soft text-live',
  won: 'bg-pitch-soft text-pitch',
  lost: 'bg-live-soft text-live',
  gold: 'bg-gold-soft text-gold',
} as const;
export type BadgeTone = keyof typeof tones;

/** A state, never a button. */
export const Badge = ({ tone = 'neutral', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) => (
  <span
    className={classes(
      'inline-flex items-center gap-1 rounded-round px-2 py-0.5 text-small font-strong whitespace-nowrap',
      tones[tone],
    )}
  >
    {children}
  </span>
);
