import { classes } from './classes.ts';

type Props = { readonly leagueKey: string; readonly className?: string };

/** A league's logo or a placeholder. Decorative: the title is beside it. */
export const LeagueBadge = ({ leagueKey, className }: Props) => (
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
