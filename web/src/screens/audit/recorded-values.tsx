import { adjustmentCauseTexts } from '@touchline/core/contract';
import { type Message, msg, t, textIn } from '@touchline/core/language';
import { storedText } from '@touchline/core/payments';
import { actionText } from '../../ledger/audit-texts.ts';
import { marketTitleOf } from '../../ledger/event-labels.ts';
import { HashText } from '../../ledger/hash-text.tsx';
import { exactUtcText } from '../../ledger/moments.ts';
import { NameOf } from '../../ledger/player-names.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { flagText, methodTitle } from '../../payments/transaction-texts.ts';
import { dollarsText } from '../../ui/money.tsx';
import { factNames, reviewTitle } from '../markets/market-text.ts';

type Path = readonly string[];

/** Shows what an action recorded before and after it, side by side. Changed values are bold. */
export const RecordedValues = ({ before, after }: { readonly before: unknown; readonly after: unknown }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
    {[
      { title: t('Before'), value: before, earlier: undefined },
      { title: t('After'), value: after, earlier: before ?? undefined },
    ].map(({ title, value, earlier }) => (
      <section key={title} aria-label={title} className="rounded-small bg-raised p-3">
        <h3 className="mb-2 text-small font-strong text-muted">{title}</h3>
        {isEmpty(value) ? (
          <p className="text-small text-muted">{t('Nothing recorded.')}</p>
        ) : (
          <Values path={[]} value={value} earlier={earlier} />
        )}
      </section>
    ))}
  </div>
);

type ValuesProps = {
  readonly path: Path;
  readonly value: unknown;
  /** The value before the action; `undefined` if nothing was recorded. */
  readonly earlier: unknown;
};

/** The values of a JSON document, those of its inner documents under a heading. */
function Values({ path, value, earlier }: ValuesProps) {
  const members = membersOf(value)?.map(([name, member]) => ({
    path: [...path, name],
    value: member,
    earlier: (earlier as Readonly<Record<string, unknown>> | null | undefined)?.[name],
  })) ?? [{ path, value, earlier }];
  const plain = members.filter((member) => !membersOf(member.value));
  const inner = members.filter((member) => membersOf(member.value) && !isEmpty(member.value));
  return (
    <>
      {plain.length > 0 && (
        <FactsList>
          {plain.map((member) => (
            <ValueFact key={member.path.at(-1)} {...member} />
          ))}
        </FactsList>
      )}
      {inner.map((member) => (
        <section key={member.path.at(-1)} className="not-first:mt-3">
          {!Array.isArray(member.value) && <h4 className="mb-2 text-small font-strong">{nameOf(member.path)}</h4>}
          <Values {...member} />
        </section>
      ))}
    </>
  );
}

const ValueFact = ({ path, value, earlier }: ValuesProps) => {
  const isChanged = earlier !== undefined && String(earlier) !== String(value);
  return (
    <Fact name={nameOf(path)}>
      <span className={isChanged ? 'font-strong' : undefined}>
        {typeof value === 'string' && isId.test(value) ? (
          <>
            <HashText value={value} what={nameOf(path)} /> <NameOf id={value} />
          </>
        ) : (
          valueText(path, value)
        )}
      </span>
    </Fact>
  );
};

/**
 * Returns the members of an object, or of a list of objects, in reading order; PostgreSQL stores them by the length of their names.
 * `undefined` for a single value.
 */
export function membersOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return undefined;
  return Object.entries(value).toSorted(([a], [b]) => rankOf(a) - rankOf(b));
}
const isEmpty = (value: unknown): boolean => value === undefined || value === null || membersOf(value)?.length === 0;

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Formats a recorded value for its reader: amounts, times and known words in the current language, everything else as it is. */
export function valueText(path: Path, value: unknown): string {
  if (value === null || value === '') return t('none');
  if (Array.isArray(value)) return value.map((item) => valueText(path, item)).join(', ') || t('none');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  const name = path.findLast((part) => !isIndex(part)) ?? '';
  return typeof value === 'number' ? numberText(path, name, value) : wordText(name, String(value));
}

/** Dry runs record cents, void windows milliseconds, and everything else dollars. */
function numberText(path: Path, name: string, value: number): string {
  if (path.includes('dryRun') && inCents.has(name)) return dollarsText(value / 100);
  if (path.includes('voidBets') && inMilliseconds.has(name)) return exactUtcText(new Date(value).toISOString());
  return inDollars.has(name) ? dollarsText(value) : String(value);
}

function wordText(name: string, value: string): string {
  if (isTime.test(value)) return exactUtcText(value);
  if (name === 'flags') return flagText(value);
  if (name === 'method') return methodTitle(value);
  if (name === 'market') return value === 'all' ? t('All markets') : marketTitleOf(value);
  // A proposal about a deposit names the action that another admin confirms.
  if (name === 'decision') return actionText(value);
  if (!inWords.has(name)) return storedText(value);
  // A review has another meaning of "other".
  const known = name === 'cause' ? textIn(adjustmentCauseTexts, value) : undefined;
  return known ?? textIn(wordTexts, value) ?? (name === 'kind' ? reviewTitle({ kind: value }) : value);
}

/** Values whose texts are codes; `''`: a record that is a single value. All others are what people or providers wrote. */
const inWords: ReadonlySet<string> = new Set([
  '',
  'kind',
  'status',
  'state',
  'how',
  'betting',
  'cash-out',
  'on',
  'cause',
  'resolution',
  'by',
]);
const inCents: ReadonlySet<string> = new Set(['pays', 'takesBack', 'promised', 'decides', 'alone', 'limit']);
const inMilliseconds: ReadonlySet<string> = new Set(['from', 'until']);
const inDollars: ReadonlySet<string> = new Set(['amount', 'owed', 'alone', 'limit', 'maxPayment', 'maxMatchDay']);

const isIndex = (name: string): boolean => /^\d+$/.test(name);

/** Returns the name of a value: `["voidBets", "0", "rolledBack"]` → "Rolled back"; of the first in a list: "Void bets, 1". */
export function nameOf(path: Path): string {
  const name = path.at(-1);
  if (name === undefined) return t('Value');
  if (isIndex(name)) return `${nameOf(path.slice(0, -1))}, ${Number(name) + 1}`;
  return textIn(path.at(-2) === 'facts' ? factNames : nameTexts, name) ?? titleOf(name);
}

/** Spells out a name that this page does not know: `belowZero` → "Below zero". */
function titleOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names of values, in the order in which they are shown. */
const nameTexts: Readonly<Record<string, Message>> = {
  id: msg('Id'),
  title: msg('Title'),
  kind: msg('Kind'),
  decision: msg('Decision'),
  status: msg('Status'),
  state: msg('State'),
  version: msg('Version'),
  how: msg('How'),
  amount: msg('Amount'),
  owed: msg('Owed'),
  method: msg('Method'),
  charge: msg('Charged'),
  paid: msg('Paid'),
  refund: msg('Refund'),
  payment: msg('Payment'),
  reference: msg('Reference'),
  payoutTo: msg('Paid to'),
  flags: msg('Flags'),
  despiteFindingsOf: msg('Paid despite findings of'),
  firstApprovedBy: msg('First approved by'),
  score: msg('Score'),
  home: msg('Home goals'),
  away: msg('Away goals'),
  halfTime: msg('Half-time'),
  voidBets: msg('Void bets'),
  market: msg('Market'),
  betting: msg('Betting'),
  'cash-out': msg('Cash out'),
  maxPayment: msg('Most per cash-out'),
  maxMatchDay: msg('Most per match and day'),
  on: msg('Where'),
  from: msg('From'),
  until: msg('Until'),
  to: msg('To'),
  builders: msg('With bet builders'),
  late: msg('Late bets'),
  excluded: msg('Excluded'),
  cause: msg('Cause'),
  reason: msg('Reason'),
  source: msg('Source'),
  name: msg('Name'),
  team: msg('Team'),
  review: msg('Review'),
  resolution: msg('Resolution'),
  proposal: msg('Proposal'),
  proposedBy: msg('Proposed by'),
  adjustment: msg('Adjustment'),
  by: msg('By'),
  keepUntil: msg('Kept until'),
  openSessions: msg('Open sessions'),
  debits: msg('Debits'),
  matched: msg('Matched'),
  dryRun: msg('Dry run'),
  bets: msg('Bets'),
  rolledBack: msg('Rolled back'),
  waiting: msg('Bets that stay open'),
  pays: msg('Pays'),
  takesBack: msg('Takes back'),
  promised: msg('Change of possible payouts'),
  decides: msg('Money that changes hands'),
  belowZero: msg('Wallets below zero'),
  alone: msg('Decided alone within 24 hours'),
  limit: msg('Limit'),
  facts: msg('Facts'),
};
const nameOrder = Object.keys(nameTexts);
const rankOf = (name: string): number => (nameOrder.includes(name) ? nameOrder.indexOf(name) : nameOrder.length);

/** Names of states, kinds and causes. */
const wordTexts: Readonly<Record<string, Message>> = {
  abandoned: msg('Abandoned'),
  admin: msg('Admin'),
  'all markets': msg('All markets'),
  auditor: msg('Auditor'),
  bettor: msg('Bettor'),
  canceled: msg('Canceled'),
  closed: msg('Closed'),
  completed: msg('Completed'),
  credited: msg('Credited'),
  destination: msg('To the account'),
  elsewhere: msg('In another way'),
  everything: msg('Everything'),
  explained: msg('Explained'),
  failed: msg('Failed'),
  fraud: msg('Fraud'),
  initiated: msg('Initiated'),
  noted: msg('Resolved'),
  off: msg('Off'),
  on: msg('On'),
  open: msg('Open'),
  operator: msg('Operator'),
  other: msg('Different match'),
  owner: msg('Player'),
  pending: msg('Pending'),
  request: msg('Requested by the player'),
  resolved: msg('Resolved'),
  'responsible-gambling': msg('Responsible gambling'),
  retry: msg('Another refund'),
  returned: msg('Returned'),
  same: msg('Same match'),
  'same-person': msg('Possibly an excluded person'),
  score: msg('Score'),
  suspended: msg('Suspended'),
  void: msg('Void'),
  withdrawn: msg('Proposal withdrawn'),
};
