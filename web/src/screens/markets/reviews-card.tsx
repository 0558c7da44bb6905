import { decidesBets, marketEndpoints, type OperatedMatchDetail } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { call } from '../../api/call.ts';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { PendingAction } from './action-dialog.tsx';
import { factName, factText, reviewMeaning, reviewTitle } from './market-text.ts';

type Review = OperatedMatchDetail['reviews'][number];
type Props = { readonly match: OperatedMatchDetail; readonly onAction: (action: PendingAction) => void };

/** The open reviews of a match: what each means, and the actions that resolve it. */
export const ReviewsCard = ({ match, onAction }: Props) =>
  match.reviews.length === 0 ? null : (
    <Card aria-label={t('Reviews')} className="grid gap-4 border-gold/60!">
      <h2 className="text-figure font-strong">{t('Needs your review')}</h2>
      {match.reviews.map((review) => (
        <article key={review.id} className="grid gap-2 border-t border-line pt-3">
          <h3 className="font-strong">{reviewTitle(review)}</h3>
          <p className="text-muted">{reviewMeaning(review)}</p>
          <FactsList>
            {Object.entries(review.facts).map(([name, value]) => (
              <Fact key={name} name={factName(name)}>
                {factText(value)}
              </Fact>
            ))}
            <Fact name={t('Since')}>{localText(review.createdAt)}</Fact>
          </FactsList>
          <div className="flex flex-wrap justify-end gap-2">
            {actionsFor(review, match).map((action) => (
              <Button key={action.button} look="quiet" onClick={() => onAction(action)}>
                {action.button}
              </Button>
            ))}
          </div>
        </article>
      ))}
    </Card>
  );

function actionsFor({ id, kind }: Review, { hasOwnBet, rulings }: OperatedMatchDetail): readonly PendingAction[] {
  if (hasOwnBet && decidesBets(kind)) return [];
  const isHalfTimeLeft = kind === 'half-time-differs' && !rulings.at(-1)?.decision.halfTime;
  if (kind !== 'id-changed') {
    return [
      {
        title: t('Mark as resolved?'),
        text: isHalfTimeLeft
          ? t(
              'No half-time score is entered. Once this is resolved, the last one that a provider reports decides the first half.',
            )
          : t('Bets and results stay unchanged. Enter or correct the result first if needed.'),
        button: t('Mark as resolved'),
        success: t('Review resolved'),
        save: (reason) =>
          call(marketEndpoints.resolveReview, { params: { id }, body: { resolution: 'noted', reason } }),
      },
    ];
  }
  return [
    {
      title: t('Are these different matches?'),
      text: t('The new listing becomes a separate match. The bets stay on the old one; void it if it is not played.'),
      button: t('Different match'),
      success: t('The new listing becomes a separate match'),
      save: (reason) => call(marketEndpoints.resolveReview, { params: { id }, body: { resolution: 'other', reason } }),
    },
    {
      title: t('Is this the same match?'),
      text: t(
        'The match continues under the new listing with all its bets. Kick-off and odds follow with the next provider update.',
      ),
      button: t('Same match'),
      success: t('The match continues under its new listing'),
      save: (reason) => call(marketEndpoints.resolveReview, { params: { id }, body: { resolution: 'same', reason } }),
    },
  ];
}
