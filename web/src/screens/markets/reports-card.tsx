import type { OperatedMatchDetail } from '@touchline/core/contract';
import { type Message, msg, t, textIn } from '@touchline/core/language';
import { scoreText } from '../../bets/leg-moment.ts';
import { localText } from '../../ledger/moments.ts';
import { Card } from '../../ui/card.tsx';

type Report = OperatedMatchDetail['reports'][number];

const statusTexts: Readonly<Record<string, Message>> = {
  scheduled: msg('Not started'),
  'in-play': msg('In play'),
  'half-time': msg('Half-time'),
  final: msg('Full time'),
  suspended: msg('Stopped'),
  postponed: msg('Postponed'),
  cancelled: msg('Cancelled'),
  awarded: msg('Awarded'),
};

/** What each results provider reported about a match, and when: one line for each change. */
export const ReportsCard = ({ reports }: { readonly reports: readonly Report[] }) => (
  <Card aria-label={t('Provider reports')} className="grid gap-3">
    <h2 className="text-figure font-strong">{t('Provider reports')}</h2>
    {reports.length === 0 && <p className="text-muted">{t('No reports yet. They come with the first score.')}</p>}
    <ol className="grid gap-3">
      {reports.map((report) => (
        <li key={`${report.source} ${report.reportedAt}`} className="border-t border-line pt-3">
          <p className="font-strong figures">{reportText(report)}</p>
          <p className="text-small text-muted figures wrap-anywhere">
            <time dateTime={report.reportedAt}>{localText(report.reportedAt)}</time> · {report.source}
          </p>
        </li>
      ))}
    </ol>
  </Card>
);

/** "Full time 2:1 (half-time 1:0), later 3:1" */
export function reportText({ status, score, halfTime, laterScores }: Omit<Report, 'source' | 'reportedAt'>): string {
  const half = halfTime ? ` (${t('half-time {score}', { score: scoreText(halfTime) })})` : '';
  const later =
    laterScores.length > 0 ? `, ${t('later {scores}', { scores: laterScores.map(scoreText).join(', ') })}` : '';
  return `${textIn(statusTexts, status) ?? status}${score ? ` ${scoreText(score)}` : ''}${half}${later}`;
}
