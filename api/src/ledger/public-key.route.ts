import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';

const schema = {
  tags: ['ledger'],
  summary: "The operator's public key, which every checkpoint is signed with; open to everybody",
  response: {
    200: { description: 'Ed25519, PEM', content: { 'application/x-pem-file': { schema: z.string() } } },
    ...refusalAnswers,
  },
};

/** `publicKey`: PEM. */
export const publicKeyRoute = (deps: { readonly publicKey: string | undefined }) => async (app: App) => {
  app.get('/ledger/public-key', { schema }, async (_request, reply) => {
    if (deps.publicKey === undefined) {
      return refuse(reply, 404, { code: 'public-key-unknown', error: 'This operator signs no checkpoints.' });
    }
    return reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="touchline-operator.pem"')
      .send(deps.publicKey);
  });
};
