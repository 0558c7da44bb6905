import { lazy, memo, Suspense, useState } from 'react';
import { classes } from './classes.ts';

type Props = { readonly name: string; readonly className?: string };

const Blank = ({ className }: Props) => <span className={classes('shrink-0', className)} />;

/** Generated crests load beside Home, as images would. Without them their places stay blank. */
const Shield = lazy(() =>
  import('./shield.tsx').then(
    ({ Shield }) => ({ default: Shield }),
    () => ({ default: Blank }),
  ),
);

/** A club's logo, or its crest if there is none or it fails to load. */
export const Crest = memo(function Crest({ logo, ...crest }: Props & { readonly logo?: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  if (!logo || logo === broken)
    return (
      <Suspense fallback={<Blank {...crest} />}>
        <Shield {...crest} />
      </Suspense>
    );
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

/** Returns whether a name has a word too wide for a phone, such as "Mönchengladbach". */
export const hasLongWord = (name: string): boolean => /\S{13}/.test(name);

type BadgeProps = { readonly leagueKey: string; readonly className?: string };

/** A league's logo or a placeholder. Decorative: the title is beside it. */
export const LeagueBadge = ({ leagueKey, className }: BadgeProps) => (
  <img
    src={`/leagues/${encodeURIComponent(leagueKey)}.png`}
    alt=""
    width={24}
    height={24}
    loading="lazy"
    decoding="async"
    className={classes('size-6 shrink-0 rounded-round', className)}
    onError={({ currentTarget: image }) => {
      if (!image.src.endsWith('/placeholder-league.jpg')) image.src = '/placeholder-league.jpg';
    }}
  />
);
