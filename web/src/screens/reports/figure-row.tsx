import { formatNumber } from '@touchline/core/language';
import { Link } from 'wouter';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/money.tsx';

/** An amount that opens its events if it has an address, or a number of things. */
type Figure =
  | { readonly name: string; readonly amount: number; readonly href?: string | undefined }
  | { readonly name: string; readonly count: number };

type RowProps = { readonly title: string; readonly isTotal?: boolean; readonly figures: readonly Figure[] };

/** A row of figures. */
export const FigureRow = ({ title, isTotal = false, figures }: RowProps) => (
  <tr className={classes('border-t border-line', isTotal && 'border-t-2 border-t-edge font-strong')}>
    <th scope="row" className="px-3 py-2 text-left font-normal whitespace-nowrap">
      {isTotal ? <span className="font-strong">{title}</span> : title}
    </th>
    {figures.map((figure) => (
      <td key={figure.name} className="px-3 py-2 text-right whitespace-nowrap">
        <Shown title={title} figure={figure} />
      </td>
    ))}
  </tr>
);

function Shown({ title, figure }: { readonly title: string; readonly figure: Figure }) {
  if ('count' in figure) return <span className="figures">{formatNumber(figure.count)}</span>;
  const { name, amount, href } = figure;
  if (amount === 0 || href === undefined) return <Money amount={amount} className={amount === 0 ? 'text-muted' : ''} />;
  return (
    <Link href={href} className="inline-flex min-h-6 items-center text-pitch underline underline-offset-2">
      <span className="sr-only">{`${title}, ${name}: `}</span>
      <Money amount={amount} />
    </Link>
  );
}
