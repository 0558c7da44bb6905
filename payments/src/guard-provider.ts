import type { Db } from '@touchline/store/connect';
import { enterGate, noteAnswer, noteFailure } from '@touchline/store/payments';
import { statusOf } from './mollie-wire.ts';
import { type PaymentProvider, ProviderDown, ProviderNotAsked, UndocumentedAnswer } from './provider.ts';

export type ProviderCall = keyof Omit<PaymentProvider, 'name'>;
export type GuardOptions = {
  readonly db: Db;
  /** The limit of calls per minute, over all processes. */
  readonly callsPerMinute: number;
  readonly onCall?: (call: ProviderCall, outcome: 'ok' | 'failed' | 'not-asked') => void;
  /** Called when the breaker opens. */
  readonly onOpen: (problem: string) => void;
};

/** Reads may use at most this share of the calls; the rest is reserved for deposits and refunds. */
const readShare = 0.8;

/**
 * Guards a provider with a circuit breaker and a budget, which all processes share in the database. Five failures in a row, or a 429,
 * open the breaker for 15 s; a failed probe doubles that, up to 5 minutes. A call that is not made throws `ProviderNotAsked`.
 */
export function guardProvider(provider: PaymentProvider, options: GuardOptions): PaymentProvider {
  const { db, callsPerMinute, onCall, onOpen } = options;
  const { name } = provider;
  const guarded = async <Answer>(call: ProviderCall, ask: () => Promise<Answer>): Promise<Answer> => {
    const isRead =
      call === 'read' || call === 'readRefund' || call === 'findRefund' || call === 'list' || call === 'readAccount';
    const most = isRead ? Math.floor(callsPerMinute * readShare) : callsPerMinute;
    const entry = await enterGate(db, name, most);
    if (entry.kind === 'open' || entry.kind === 'budget-used') {
      onCall?.(call, 'not-asked');
      throw new ProviderNotAsked(
        name,
        entry.kind === 'open' ? 'its circuit breaker is open' : "this minute's calls are used up",
      );
    }
    const isProbe = entry.kind === 'probe';
    try {
      const answer = await ask();
      onCall?.(call, 'ok');
      await noteAnswer(db, name, isProbe);
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error;
      onCall?.(call, 'failed');
      const status = statusOf(error.cause);
      if (!saysProviderIsDown(error.cause, status)) await noteAnswer(db, name, isProbe);
      else if (await noteFailure(db, name, { isProbe, opensAtOnce: status === 429, problem: error.message })) {
        onOpen(error.message);
      }
      throw error;
    }
  };
  return {
    name,
    isStandIn: provider.isStandIn,
    create: (payment) => guarded('create', () => provider.create(payment)),
    read: (paymentId) => guarded('read', () => provider.read(paymentId)),
    refund: (refund) => guarded('refund', () => provider.refund(refund)),
    readRefund: (paymentId, refundId) => guarded('readRefund', () => provider.readRefund(paymentId, refundId)),
    findRefund: (refund) => guarded('findRefund', () => provider.findRefund(refund)),
    list: (since) => guarded('list', () => provider.list(since)),
    readAccount: (since) => guarded('readAccount', () => provider.readAccount(since)),
  };
}

/** One payment's unreadable response, or an invalid request, must not stop all payments. */
const saysProviderIsDown = (cause: unknown, status: number | undefined): boolean =>
  status === undefined
    ? !(cause instanceof UndocumentedAnswer)
    : status === 429 || status >= 500 || status === 401 || status === 403;
