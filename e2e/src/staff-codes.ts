import { z } from 'zod';

const authenticators = new Map<string, string>();

/** Remembers which sandbox has the authenticator of a product's demo admin and auditor. */
export const rememberAuthenticator = (url: string, sandboxUrl: string): void => {
  authenticators.set(url, sandboxUrl);
};

const answer = z.object({ codes: z.array(z.object({ account: z.string(), code: z.string() })) });

/** The code that a demo account of staff logs in with now. @throws when its product was not opened by `openProduct` */
export async function staffCode(url: string, email: string): Promise<string> {
  const { codes } = answer.parse(await (await fetch(`${authenticators.get(url)}/authenticator/api/codes`)).json());
  const found = codes.find(({ account }) => account === email);
  if (!found) throw new Error(`the authenticator has no code for ${email}`);
  return found.code;
}
