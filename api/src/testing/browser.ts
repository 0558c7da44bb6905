import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { App } from '../http/app-type.ts';

/** A browser as the API sees it: it keeps its cookies and an access token. */
export type Browser = {
  readonly send: (method: NonNullable<InjectOptions['method']>, url: string, payload?: object) => Promise<Answer>;
  /** Two tabs share one cookie: what is sent here goes out with this value instead. */
  readonly refreshWith: (cookie: string | undefined) => Promise<Answer>;
  readonly cookie: () => string | undefined;
  readonly token: () => string | undefined;
};
export type Answer = LightMyRequestResponse;

const name = 'touchline-refresh';
const deviceName = 'touchline-device';

export type BrowserOptions = { readonly userAgent?: string /** Its address. */; readonly from?: string };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0';

export function openBrowser(app: App, { userAgent = firefox, from }: BrowserOptions = {}): Browser {
  let cookie: string | undefined;
  let device: string | undefined;
  let token: string | undefined;
  const ask = async (options: InjectOptions, sent: string | undefined): Promise<Answer> => {
    const answer = await app.inject({
      ...options,
      ...(from !== undefined && { remoteAddress: from }),
      headers: {
        'user-agent': userAgent,
        cookie: [...(sent === undefined ? [] : [`${name}=${sent}`]), ...(device === undefined ? [] : [device])].join(
          '; ',
        ),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    const given = answer.cookies.find((one) => one.name === name);
    const marked = answer.cookies.find((one) => one.name === deviceName);
    if (marked) device = `${deviceName}=${marked.value}`;
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
