import { type Message, msg, t } from '@touchline/core/language';
import { Tabs } from '../../ui/tabs.tsx';
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
  <Tabs
    legend={t('Which bets')}
    tabs={shows.map((value) => ({ value, label: t(labels[value], { of: 'bets' }) }))}
    picked={show}
    onPick={onPick}
  />
);
