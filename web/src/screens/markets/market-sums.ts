import type { OperatedMatchView } from '@touchline/core/contract';

type Exposed = Pick<OperatedMatchView, 'exposure'>;

/** A slip has one pick per match, so no bet is counted twice. */
export const openBetsOf = ({ exposure }: Exposed): number => exposure.reduce((sum, { bets }) => sum + bets, 0);

/** In dollars; summed in cents, for dollars do not add up exactly. */
export const stakesOf = ({ exposure }: Exposed): number =>
  exposure.reduce((sum, { staked }) => sum + Math.round(staked * 100), 0) / 100;

/** What the worst single outcome costs the house, in dollars. */
export const liabilityOf = ({ exposure }: Exposed): number =>
  exposure.reduce((worst, { liability }) => Math.max(worst, liability), 0);
