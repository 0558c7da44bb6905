import type { OperatedMatchView } from '@touchline/core/contract';
import { resolveReview } from '../../api/markets.ts';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Asking } from './asking-dialog.tsx';
import { factName, factText, reviewTitle, reviewWords } from './market-words.ts';

type Review = OperatedMatchView['reviews'][number];
type Props = { readonly reviews: readonly Review[]; readonly onAsk: (asking: Asking) => void };

/** What is doubtful about a match, what it means, and the ways to decide it. */
export const ReviewsCard = ({ reviews, onAsk }: Props) =>
  reviews.length === 0 ? null : (
    <Card aria-label="Reviews" className="grid gap-4 border-gold/60!">
      <h2 className="text-figure font-strong">Waits for you</h2>
      {reviews.map((review) => (
        <article key={review.id} className="grid gap-2 border-t border-line pt-3">
          <h3 className="font-strong">{reviewTitle(review)}</h3>
          <p className="text-muted">{reviewWords[review.kind]?.meaning}</p>
          <FactsList>
            {Object.entries(review.facts).map(([name, value]) => (
              <Fact key={name} name={factName(name)}>
                {factText(value)}
              </Fact>
            ))}
            <Fact name="Since">{localText(review.createdAt)}</Fact>
          </FactsList>
          <div className="flex flex-wrap justify-end gap-2">
            {waysOf(review).map((way) => (
              <Button key={way.button} look="quiet" onClick={() => onAsk(way)}>
                {way.button}
              </Button>
            ))}
          </div>
        </article>
      ))}
    </Card>
  );

function waysOf({ id, kind }: Review): readonly Asking[] {
  if (kind !== 'id-changed') {
    return [
      {
        title: 'Mark as dealt with?',
        text: 'It no longer waits for anybody. Bets and results stay as they are: enter or correct the result first where that is needed.',
        button: 'Mark as dealt with',
        said: 'Marked as dealt with',
        save: (reason) => resolveReview(id, { resolution: 'noted', reason }),
      },
    ];
  }
  return [
    {
      title: 'Are they two matches?',
      text: 'The old match stays as it is, and the new listing becomes a match of its own. The bets stay on the old one: void it if it is not played.',
      button: 'Another match',
      said: 'The new listing becomes its own match',
      save: (reason) => resolveReview(id, { resolution: 'other', reason }),
    },
    {
      title: 'Is it the same match?',
      text: 'It goes on under the new listing with all its bets. Kick-off and prices come with the next answer of the provider.',
      button: 'The same match',
      said: 'The match goes on under its new listing',
      save: (reason) => resolveReview(id, { resolution: 'same', reason }),
    },
  ];
}
