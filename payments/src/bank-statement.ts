import type { BankEntry } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

/** A statement as far as payouts are concerned. Dates as `YYYY-MM-DD`. */
export type BankStatement = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly debits: readonly BankEntry[];
};

type Invalid = { readonly code: 'statement-invalid'; readonly problem: string };
const invalid = (problem: string) => refused({ code: 'statement-invalid', problem } as const);

/**
 * Reads the booked debits of a statement in ISO 20022 CAMT.053 (any version), one for each transaction of a collected entry. Entities
 * and document types are refused.
 */
export function readStatement(xml: string): Result<BankStatement, Invalid> {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return invalid('it declares a document type.');
  let parsed: unknown;
  try {
    parsed = parser.parse(xml, true);
  } catch (error) {
    return invalid(error instanceof Error ? error.message : 'it is not XML.');
  }
  const read = document.safeParse(parsed);
  if (!read.success) return invalid('it is not an ISO 20022 CAMT.053 document.');
  const statements = read.data.Document.BkToCstmrStmt.Stmt;
  const entries = statements.flatMap(({ Ntry }) => Ntry);
  const debits: BankEntry[] = [];
  for (const entry of entries.filter(isBookedDebit)) {
    for (const part of partsOf(entry)) {
      const { '#text': text, '@Ccy': currency } = part.Amt ?? part.AmtDtls?.TxAmt?.Amt ?? entry.Amt;
      const amount = hundredthsOf(text);
      if (amount === undefined) return invalid(`${text} is not an amount with two decimals.`);
      debits.push({ ...debitOf(entry, part), currency, amount });
    }
  }
  const dates = [...statements.flatMap(periodOf), ...entries.map(bookedOn)].filter((date) => date !== '').toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return invalid('it has neither a period nor entries.');
  return ok({ id: statements[0]?.Id ?? '', from: first, to: last, debits });
}

function isBookedDebit({ CdtDbtInd, RvslInd, Sts }: Entry): boolean {
  const status = typeof Sts === 'object' ? Sts.Cd : (Sts ?? 'BOOK');
  return CdtDbtInd === 'DBIT' && status === 'BOOK' && !isTrue(RvslInd);
}

/** XML writes true in two ways. */
const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1';

function partsOf({ NtryDtls }: Entry): readonly Detail[] {
  const parts = NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  return parts.length > 0 ? parts : [{}];
}

const debitOf = (entry: Entry, { Refs, RltdPties }: Detail) => ({
  reference: Refs?.EndToEndId ?? '',
  bankReference: Refs?.AcctSvcrRef ?? entry.AcctSvcrRef ?? '',
  date: bookedOn(entry),
  account: RltdPties?.CdtrAcct?.Id?.IBAN ?? '',
  name: RltdPties?.Cdtr?.Nm ?? RltdPties?.Cdtr?.Pty?.Nm ?? '',
});

const bookedOn = ({ BookgDt }: Entry): string => day(BookgDt?.Dt ?? BookgDt?.DtTm);
const periodOf = ({ FrToDt: period }: Statement): readonly string[] => [
  day(period?.FrDtTm ?? period?.FrDt),
  day(period?.ToDtTm ?? period?.ToDt),
];
const day = (text = ''): string => text.slice(0, 10);

/** "12.5" → 1250. */
function hundredthsOf(text: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  // An amount is an object even where it has no currency; these may occur once or often.
  alwaysCreateTextNode: false,
  isArray: (name) => ['Stmt', 'Ntry', 'NtryDtls', 'TxDtls'].includes(name),
});

/** An element without content is an empty text. */
const element = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => (value === '' ? {} : value), z.object(shape));

const amount = z.object({ '#text': z.string(), '@Ccy': z.string() });
const party = z
  .object({ Nm: z.string().optional(), Pty: element({ Nm: z.string().optional() }).optional() })
  .optional();
const detail = element({
  Refs: element({ EndToEndId: z.string().optional(), AcctSvcrRef: z.string().optional() }).optional(),
  Amt: amount.optional(),
  AmtDtls: element({ TxAmt: element({ Amt: amount }).optional() }).optional(),
  RltdPties: element({
    Cdtr: party,
    CdtrAcct: element({ Id: element({ IBAN: z.string().optional() }).optional() }).optional(),
  }).optional(),
});
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).default([]);
const document = element({
  Document: element({
    BkToCstmrStmt: element({
      Stmt: z
        .array(
          element({
            Id: z.string().optional(),
            FrToDt: element({
              FrDtTm: z.string().optional(),
              ToDtTm: z.string().optional(),
              FrDt: z.string().optional(),
              ToDt: z.string().optional(),
            }).optional(),
            Ntry: listOf(
              element({
                Amt: amount,
                CdtDbtInd: z.string(),
                RvslInd: z.string().optional(),
                Sts: z.union([z.string(), element({ Cd: z.string() })]).optional(),
                BookgDt: element({ Dt: z.string().optional(), DtTm: z.string().optional() }).optional(),
                AcctSvcrRef: z.string().optional(),
                NtryDtls: listOf(element({ TxDtls: listOf(detail) })),
              }),
            ),
          }),
        )
        .min(1),
    }),
  }),
});

type Statement = z.infer<typeof document>['Document']['BkToCstmrStmt']['Stmt'][number];
type Entry = Statement['Ntry'][number];
type Detail = z.infer<typeof detail>;
