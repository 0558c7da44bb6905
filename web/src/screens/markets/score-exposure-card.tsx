import type { OperatedMatchDetail } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { scoreText } from '../../bets/leg-moment.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { signedWholeDollarsText } from '../../ui/money.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';

/** With more goals than this, scores are rare; the summary above the table covers them. */
const mostListed = 5;
const listed = Array.from({ length: mostListed + 1 }, (_, goals) => goals);

/** What the bookmaker wins or loses on all open bets if the match ends with each score. */
export function ScoreExposureCard({ match }: { readonly match: OperatedMatchDetail }) {
  const { profitAtScores, homeTeam, awayTeam } = match;
  if (profitAtScores.every(({ profit }) => profit === 0)) return null;
  const worst = profitAtScores.reduce((lowest, score) => (score.profit < lowest.profit ? score : lowest));
  const profitAt = (home: number, away: number): number =>
    profitAtScores.find((score) => score.home === home && score.away === away)?.profit ?? 0;
  return (
    <Card aria-label={t('Profit and loss by score')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-figure font-strong">{t('Profit and loss by score')}</h2>
      <p className="text-small text-muted figures">
        {t(
          'All markets together; a selection of an accumulator counts as a single bet. The worst score is {score}: {amount}.',
          {
            score: scoreText(worst),
            amount: signedWholeDollarsText(worst.profit),
          },
        )}
      </p>
      <ScrollTable caption={t('Scores')} heads={[`${homeTeam} – ${awayTeam}`, ...listed.map(String)]}>
        <tbody className="figures">
          {listed.map((home) => (
            <tr key={home} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left">
                {home}
              </th>
              {listed.map((away) => {
                const profit = profitAt(home, away);
                return (
                  <td key={away} className={classes('px-3 py-2 text-right', profit < 0 && 'font-strong text-live')}>
                    {signedWholeDollarsText(profit)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Card>
  );
}
