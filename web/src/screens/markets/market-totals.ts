import type { OperatedMatchView } from '@touchline/core/contract';

type Exposed = Pick<OperatedMatchView, 'exposure'>;

/** A bet has one selection per match, so none is counted twice. */
export const countOpenBets = ({ exposure }: Exposed): number => exposure.reduce((sum, { bets }) => sum + bets, 0);

/** In dollars; added up in cents, because floating-point dollars are inexact. */
export const totalStaked = ({ exposure }: Exposed): number =>
  exposure.reduce((sum, { staked }) => sum + Math.round(staked * 100), 0) / 100;

/** The liability of the worst single outcome, in dollars. */
export const highestLiability = ({ exposure }: Exposed): number =>
  exposure.reduce((worst, { liability }) => Math.max(worst, liability), 0);
