import type { OperatedMatchDetail } from '@touchline/core/contract';
import { formatNumber, t } from '@touchline/core/language';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { decimalText, percentText } from '../../ui/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { dollarsText, Money, SignedMoney } from '../../ui/money.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { countOpenBets, totalStaked } from './market-filter.ts';

type Book = OperatedMatchDetail['books'][number];

/** Each market with its prices, margin and turnover, and what the bookmaker wins or loses on each outcome. */
export function BooksCard({ match }: { readonly match: OperatedMatchDetail }) {
  const bets = countOpenBets(match);
  const [isWhole, setWhole] = useState(false);
  // Derived markets have dozens of lines; most have no bets.
  const listed = match.books.filter((book) => isWhole || isMain(book));
  const others = match.books.length - listed.length;
  return (
    <Card aria-label={t('Prices and positions')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-figure font-strong">{t('Prices and positions')}</h2>
      <p className="text-small text-muted figures">
        {bets === 0
          ? t('No open bets.')
          : t('{bets, plural, one {# open bet} other {# open bets}}, {amount} staked.', {
              bets,
              amount: dollarsText(totalStaked(match)),
            })}{' '}
        {t(
          'Turnover is all stakes that were not rejected. Profit is on a market’s open bets if the outcome wins, with accumulators as single bets; liability counts accumulators at their maximum.',
        )}
      </p>
      {match.books.length === 0 ? (
        <p className="text-muted">{t('No prices and no bets.')}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {listed.map((book) => (
            <li key={book.title}>
              <BookRow book={book} />
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <Button look="quiet" className="justify-self-start" onClick={() => setWhole(true)}>
          {t('Show {others, plural, one {# market} other {# markets}} without bets', { others })}
        </Button>
      )}
    </Card>
  );
}

const isMain = ({ isQuoted, bets }: Book): boolean => isQuoted || bets > 0;

/** A market opens to its outcomes. Quoted ones and those with open bets are open at first. */
function BookRow({ book }: { readonly book: Book }) {
  const [isOpen, setOpen] = useState(book.isQuoted || book.staked > 0);
  const worst = Math.min(0, ...book.outcomes.map(({ profit }) => profit));
  return (
    <details open={isOpen} className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 figures hover:bg-raised">
        <span className="flex min-w-40 flex-1 items-center gap-1 font-strong">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
          />
          {book.title}
        </span>
        <span className="flex flex-wrap gap-x-4 text-small text-muted max-sm:w-full max-sm:pl-5">
          <span>
            {t('Margin {margin}', {
              margin: book.margin === null ? '–' : percentText(book.margin),
            })}
          </span>
          <span>
            {t('Turnover {amount} ({bets})', { amount: dollarsText(book.turnover), bets: formatNumber(book.bets) })}
          </span>
          {worst < 0 && (
            <span className="font-strong text-live">{t('Worst {amount}', { amount: dollarsText(worst) })}</span>
          )}
        </span>
      </summary>
      {isOpen && book.outcomes.length === 0 && (
        <p className="pb-3 pl-5 text-small text-muted">{t('No prices and no open bets.')}</p>
      )}
      {isOpen && book.outcomes.length > 0 && (
        <ScrollTable
          caption={book.title}
          heads={[t('Outcome'), t('Price'), t('Profit'), t('Staked'), t('Bets'), t('Liability')]}
          className="mb-3"
        >
          <tbody className="figures">
            {book.outcomes.map((outcome) => (
              <tr key={outcome.label} className="border-t border-line">
                <th scope="row" className="min-w-32 px-3 py-2 text-left font-normal">
                  {outcome.label}
                </th>
                <td className="px-3 py-2 text-right font-strong">
                  {outcome.odds === null ? '–' : decimalText(outcome.odds, 2)}
                </td>
                <td className="px-3 py-2 text-right font-strong">
                  <SignedMoney amount={outcome.profit} />
                </td>
                <td className={classes('px-3 py-2 text-right', outcome.bets === 0 && 'text-muted')}>
                  <Money amount={outcome.staked} />
                </td>
                <td className="px-3 py-2 text-right">{formatNumber(outcome.bets)}</td>
                <td className={classes('px-3 py-2 text-right', outcome.bets === 0 && 'text-muted')}>
                  <Money amount={outcome.liability} />
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </details>
  );
}
