import { type PaymentMethodsView, paymentMethodsView } from '@touchline/core/contract';
import { type Decimal, dollars } from '@touchline/core/money';
import {
  chargeCurrency,
  depositMethods,
  maxWithdrawal,
  minDeposit,
  minWithdrawal,
  withdrawalMethods,
} from '@touchline/core/payments';
import type { App } from '../http/app-type.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';

const schema = {
  tags: ['payments'],
  summary: 'How money comes in and goes out, and at which rate euro are charged',
  security: bearer,
  response: { 200: paymentMethodsView, ...refusalAnswers },
};

export const paymentMethodsRoute =
  ({ euroPerDollar }: { readonly euroPerDollar: Decimal }) =>
  async (app: App) => {
    const view: PaymentMethodsView = {
      deposit: {
        minimum: dollars(minDeposit),
        methods: depositMethods.map((id) => {
          const currency = chargeCurrency[id];
          return { id, currency, rate: currency === 'EUR' ? euroPerDollar.toFixed() : null };
        }),
      },
      withdrawal: {
        minimum: dollars(minWithdrawal),
        maximum: dollars(maxWithdrawal),
        methods: [...withdrawalMethods],
      },
    };
    app.get('/payment/methods', { schema }, async () => view);
  };
