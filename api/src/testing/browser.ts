import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { App } from '../http/app-type.ts';

/** A browser as the API sees it: it keeps the refresh cookie, and an access token. */
export type Browser = {
  readonly send: (method: NonNullable<InjectOptions['method']>, url: string, payload?: object) => Promise<Answer>;
  /** Two tabs share one cookie: what is sent here goes out with this value instead. */
  readonly refreshWith: (cookie: string | undefined) => Promise<Answer>;
  readonly cookie: () => string | undefined;
  readonly token: () => string | undefined;
};
export type Answer = LightMyRequestResponse;

const name = 'touchline-refresh';

export function openBrowser(app: App, userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0'): Browser {
  let cookie: string | undefined;
  let token: string | undefined;
  const ask = async (options: InjectOptions, sent: string | undefined): Promise<Answer> => {
    const answer = await app.inject({
      ...options,
      headers: {
        'user-agent': userAgent,
        ...(sent !== undefined && { cookie: `${name}=${sent}` }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    const given = answer.cookies.find((one) => one.name === name);
    if (given) cookie = given.value === '' ? undefined : given.value;
    if (answer.statusCode === 200 && answer.body.includes('accessToken')) {
      token = answer.json<{ accessToken: string }>().accessToken;
    }
    return answer;
  };
  return {
    send: (method, url, payload) => ask({ method, url, ...(payload && { payload }) }, cookie),
    refreshWith: (sent) => ask({ method: 'POST', url: '/auth/refresh' }, sent),
    cookie: () => cookie,
    token: () => token,
  };
}
