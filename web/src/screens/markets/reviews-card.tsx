import { marketEndpoints, type OperatedMatchView } from '@touchline/core/contract';
import { call } from '../../api/call.ts';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { PendingAction } from './action-dialog.tsx';
import { factName, factText, reviewTexts, reviewTitle } from './market-text.ts';

type Review = OperatedMatchView['reviews'][number];
type Props = { readonly reviews: readonly Review[]; readonly onAction: (action: PendingAction) => void };

/** The open reviews of a match: what each means, and the actions that resolve it. */
export const ReviewsCard = ({ reviews, onAction }: Props) =>
  reviews.length === 0 ? null : (
    <Card aria-label="Reviews" className="grid gap-4 border-gold/60!">
      <h2 className="text-figure font-strong">Needs your review</h2>
      {reviews.map((review) => (
        <article key={review.id} className="grid gap-2 border-t border-line pt-3">
          <h3 className="font-strong">{reviewTitle(review)}</h3>
          <p className="text-muted">{reviewTexts[review.kind]?.meaning}</p>
          <FactsList>
            {Object.entries(review.facts).map(([name, value]) => (
              <Fact key={name} name={factName(name)}>
                {factText(value)}
              </Fact>
            ))}
            <Fact name="Since">{localText(review.createdAt)}</Fact>
          </FactsList>
          <div className="flex flex-wrap justify-end gap-2">
            {actionsFor(review).map((action) => (
              <Button key={action.button} look="quiet" onClick={() => onAction(action)}>
                {action.button}
              </Button>
            ))}
          </div>
        </article>
      ))}
    </Card>
  );

function actionsFor({ id, kind }: Review): readonly PendingAction[] {
  if (kind !== 'id-changed') {
    return [
      {
        title: 'Mark as resolved?',
        text: 'Bets and results stay unchanged. Enter or correct the result first if needed.',
        button: 'Mark as resolved',
        success: 'Review resolved',
        save: (reason) =>
          call(marketEndpoints.resolveReview, { params: { id }, body: { resolution: 'noted', reason } }),
      },
    ];
  }
  return [
    {
      title: 'Are these different matches?',
      text: 'The new listing becomes a separate match. The bets stay on the old one; void it if it is not played.',
      button: 'Different match',
      success: 'The new listing becomes a separate match',
      save: (reason) => call(marketEndpoints.resolveReview, { params: { id }, body: { resolution: 'other', reason } }),
    },
    {
      title: 'Is this the same match?',
      text: 'The match continues under the new listing with all its bets. Kick-off and odds follow with the next provider update.',
      button: 'Same match',
      success: 'The match continues under its new listing',
      save: (reason) => call(marketEndpoints.resolveReview, { params: { id }, body: { resolution: 'same', reason } }),
    },
  ];
}
