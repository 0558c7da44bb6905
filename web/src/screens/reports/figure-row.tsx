import { Link } from 'wouter';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/money.tsx';

type RowProps = {
  readonly title: string;
  readonly isTotal?: boolean;
  readonly figures: readonly { readonly name: string; readonly amount: number; readonly href: string | undefined }[];
};

/** A row of amounts; each opens its events if it has an address. */
export const FigureRow = ({ title, isTotal = false, figures }: RowProps) => (
  <tr className={classes('border-t border-line', isTotal && 'border-t-2 border-t-edge font-strong')}>
    <th scope="row" className="px-3 py-2 text-left font-normal whitespace-nowrap">
      {isTotal ? <span className="font-strong">{title}</span> : title}
    </th>
    {figures.map(({ name, amount, href }) => (
      <td key={name} className="px-3 py-2 text-right whitespace-nowrap">
        {amount === 0 || href === undefined ? (
          <Money amount={amount} className={amount === 0 ? 'text-muted' : ''} />
        ) : (
          <Link href={href} className="inline-flex min-h-6 items-center text-pitch underline underline-offset-2">
            <span className="sr-only">{`${title}, ${name}: `}</span>
            <Money amount={amount} />
          </Link>
        )}
      </td>
    ))}
  </tr>
);
