import type { BetTimeline } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { Link } from 'wouter';
import { scoreText } from '../../bets/leg-moment.ts';
import { LegRow } from '../../bets/leg-row.tsx';
import { rich } from '../../language/rich.tsx';
import { quotedByText } from '../../matches/match-texts.ts';
import { Card } from '../../ui/card.tsx';
import { stepTime } from '../../ui/moment-text.ts';
import { usePriceText } from '../../ui/price-text.ts';

type LegHistory = BetTimeline['legs'][number];

/** Each selection with the price seen, the price accepted and its source. */
export const BetSelections = ({
  timeline: { bet, legs, oddsPolicy, rulesVersion },
}: {
  readonly timeline: BetTimeline;
}) => (
  <Card aria-labelledby="selections" className="grid gap-2">
    <h2 id="selections" className="font-strong">
      {t('Selections')}
    </h2>
    <ul className="grid divide-y divide-line border-y border-line">
      {bet.matches.map((leg, index) => (
        <LegRow key={leg.matchId} leg={leg}>
          <Price history={legs[index]} taken={leg.odds} />
        </LegRow>
      ))}
    </ul>
    <p className="text-small text-muted">
      {t(policyText[oddsPolicy])}{' '}
      {rich('Settled by the <link>house rules, version {version}</link>.', {
        version: rulesVersion,
        link: (text) => (
          <Link href={`/rules?version=${rulesVersion}`} className="text-ink underline underline-offset-4">
            {text}
          </Link>
        ),
      })}
    </p>
  </Card>
);

function Price({ history, taken }: { readonly history: LegHistory | undefined; readonly taken: number }) {
  const priceText = usePriceText();
  if (!history) return null;
  const { oddsSeen, bookmaker, quotedAt, scoreAtPlacement } = history;
  return (
    <dl className="col-span-2 mt-1 flex flex-wrap gap-x-5 gap-y-0.5 text-small">
      <Fact name={t('Price seen')} value={priceText(oddsSeen)} />
      <Fact name={t('Price accepted')} value={`${priceText(taken)}${movement(oddsSeen, taken)}`} />
      <Fact name={t('Quoted by')} value={`${quotedByText(bookmaker)}, ${stepTime(quotedAt)}`} />
      {scoreAtPlacement && <Fact name={t('Score when placed')} value={scoreText(scoreAtPlacement)} />}
    </dl>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div className="flex gap-1.5">
    <dt className="text-muted">{name}</dt>
    <dd className="figures">{value}</dd>
  </div>
);

function movement(seen: number, taken: number): string {
  if (taken === seen) return '';
  return taken > seen ? ` ▲ ${t('better')}` : ` ▼ ${t('lower')}`;
}

const policyText: Record<BetTimeline['oddsPolicy'], Message> = {
  none: msg('You chose to confirm every odds change.'),
  better: msg('You chose to accept better odds automatically.'),
  any: msg('You chose to accept every odds change automatically.'),
};
