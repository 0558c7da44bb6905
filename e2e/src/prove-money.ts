import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { trialBalanceView, type VerificationView, verificationView } from '@touchline/core/contract';
import { connect, type Store } from '@touchline/store/connect';
import { exportLedger, verifyLedger } from '@touchline/store/ledger';
import { logIn } from './bettor.ts';
import type { OpenProduct } from './open-product.ts';
import { callAs, demoAuditor } from './people.ts';
import { until } from './until.ts';

export type MoneyProof = {
  /** What the product's own verification reports to an auditor. */
  readonly verification: Pick<VerificationView, 'state' | 'findings' | 'problem'>;
  /** Dollars of all accounts, as the auditor's trial balance has them. */
  readonly trialBalance: number;
  /** Cents of all entries, added up by the database. */
  readonly entries: number;
  /** What re-computing every hash, every fold and every balance beside the product finds wrong. */
  readonly findings: readonly unknown[];
  /** Wallets whose balance is not the sum of their entries. */
  readonly wrongBalances: readonly string[];
  /** Completed transactions with another number of ledger events than one, and others with any. */
  readonly notOnce: readonly string[];
};

/** What a proof finds when no cent is lost. */
export const allIsWell: MoneyProof = {
  verification: { state: 'passed', findings: [], problem: null },
  trialBalance: 0,
  entries: 0,
  findings: [],
  wrongBalances: [],
  notOnce: [],
};

/** Proves the money three times: by the product's own verification, by the same rules beside it, and by plain SQL. */
export async function proveMoney(product: OpenProduct): Promise<MoneyProof> {
  const { session } = await logIn(product.url, demoAuditor);
  const ask = (path: string, asked = {}) => callAs(product.url, session, path, asked);
  const { id } = verificationView.parse(await ask('/ledger/verifications', { body: {} }));
  const { state, findings, problem } = await until('the verification to end', async () => {
    const run = verificationView.parse(await ask(`/ledger/verifications/${id}`));
    return run.state === 'waiting' || run.state === 'running' ? undefined : run;
  });
  const { sum } = trialBalanceView.parse(await ask('/ledger/trial-balance'));
  const store = connect(product.ownerUrl, { max: 5, applicationName: 'touchline-proof' });
  try {
    return { verification: { state, findings, problem }, trialBalance: sum, ...(await proveBooks(store)) };
  } finally {
    await store.close();
  }
}

/** What all proofs and the stand-alone verifier find wrong in the ledger of a product, as text. */
export async function findingsOf(product: OpenProduct): Promise<readonly string[]> {
  const proof = await proveMoney(product);
  const wrong = Object.entries(proof).flatMap(([what, found]) => {
    const [was, should] = [found, allIsWell[what as keyof MoneyProof]].map((each) => JSON.stringify(each));
    return was === should ? [] : [`${what}: ${was}`];
  });
  return [...wrong, ...(await verifyApart(product))];
}

/** Runs the stand-alone verifier on an export. */
async function verifyApart({ ownerUrl, dataFolder }: OpenProduct): Promise<readonly string[]> {
  const file = join(dataFolder, 'export.ndjson');
  // An export takes more than one connection.
  const store = connect(ownerUrl, { max: 5, applicationName: 'touchline-proof' });
  try {
    await writeFile(file, exportLedger(store.pool, { format: 'ndjson' }));
    const verifier = join(import.meta.dirname, '../../auditor/verify-ledger.mjs');
    const args = [verifier, file, '--key', 'none', '--no-checkpoints'];
    await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 });
    return [];
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    return [`the stand-alone verifier: ${String(error)} ${stdout}`.slice(0, 1_000)];
  } finally {
    await store.close();
  }
}

/** The two proofs that ask the database and not the product. */
export async function proveBooks(
  store: Pick<Store, 'pool'>,
): Promise<Omit<MoneyProof, 'verification' | 'trialBalance'>> {
  return {
    entries: await sumOfEntries(store),
    findings: (await verifyLedger(store.pool)).findings,
    wrongBalances: await wrongBalances(store),
    notOnce: await notOnce(store),
  };
}

async function sumOfEntries({ pool }: Pick<Store, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ sum: string }>(
    'select coalesce(sum(amount), 0)::text as sum from ledger_entries',
  );
  return Number(rows[0]?.sum);
}

async function wrongBalances({ pool }: Pick<Store, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`
    select wallet_id::text as id from wallets w left join (
      select wallet_id,
        sum(amount) filter (where account = 'player:cash') as cash,
        sum(amount) filter (where account = 'player:held') as held,
        sum(amount) filter (where account = 'player:bonus') as bonus
      from ledger_entries group by wallet_id) e using (wallet_id)
    where (w.cash, w.held, w.bonus) is distinct from
      (coalesce(e.cash, 0), coalesce(e.held, 0), coalesce(e.bonus, 0))`);
  return rows.map(({ id }) => id);
}

/** A deposit is credited, a withdrawal paid and a refund taken by one event each, and only when it is completed. */
async function notOnce({ pool }: Pick<Store, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ finding: string }>(`
    select t.type || ' ' || t.id || ' ' || t.status || ': ' || count(e.seq) as finding
    from transactions t left join ledger_events e on
      (t.type = 'deposit' and e.type = 'DepositCredited' and e.payload ->> 'transactionId' = t.id::text) or
      (t.type = 'withdrawal' and e.type = 'WithdrawalPaid' and e.payload ->> 'transactionId' = t.id::text) or
      (t.type = 'refund' and e.type = 'DepositReversed' and e.payload ->> 'reversalId' = t.reference)
    group by t.id, t.type, t.status
    having count(e.seq) <> case when t.status = 'completed' then 1 else 0 end`);
  return rows.map(({ finding }) => finding);
}
