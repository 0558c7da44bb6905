import { type Message, msg, t } from '@touchline/core/language';
import { classes } from '../../ui/classes.ts';
import type { Show } from './bet-list.ts';

const labels = {
  all: msg('{of, select, bets {All} other {}}'),
  open: msg('Unsettled'),
  settled: msg('Settled'),
} as const satisfies Record<Show, Message>;
const shows = ['all', 'open', 'settled'] as const;

/** The filter in the address, `?show=open`; anything unknown counts as all. */
export const showFrom = (query: URLSearchParams): Show => shows.find((show) => show === query.get('show')) ?? 'all';

type Props = { readonly show: Show; readonly onPick: (show: Show) => void };

export const ShowFilter = ({ show, onPick }: Props) => (
  <fieldset className="flex min-w-0 rounded-small border border-line bg-surface p-1 max-sm:w-full">
    <legend className="sr-only">{t('Which bets')}</legend>
    {shows.map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === show}
        onClick={() => onPick(each)}
        className={classes(
          'min-h-11 flex-1 rounded-small px-5 font-strong transition-colors sm:whitespace-nowrap',
          each === show ? 'bg-pitch text-on-pitch' : 'text-muted hover:bg-raised hover:text-ink',
        )}
      >
        {t(labels[each], { of: 'bets' })}
      </button>
    ))}
  </fieldset>
);
