import { oddsFormats, oddsPolicies } from '@touchline/core/account';
import { request } from '../api/client.ts';
import { oneOf, record } from '../api/shape.ts';
import type { SessionActor } from '../session/index.ts';
import { toastError, toastMs } from '../ui/toast.ts';
import { adoptPreferences, followOtherTabs, onChosen, type Preferences } from './preferences.ts';

// Spelt without the schema library: this comes with Home.
const shape = record<Preferences>({ oddsFormat: oneOf(...oddsFormats), oddsPolicy: oneOf(...oddsPolicies) });

/** Whoever is logged in finds their preferences again on every device: they are read at the log-in and saved when chosen. */
export function keepPreferencesOnAccount(session: SessionActor): void {
  const userNow = () => session.getSnapshot().context.user?.id;
  let user: string | undefined;
  const follow = async (): Promise<void> => {
    if (userNow() === user) return;
    user = userNow();
    const asked = user;
    if (asked === undefined) return;
    const answer = await request(shape, { method: 'GET', path: '/auth/settings' });
    // Without an answer, what this browser knows is as good as anything.
    if (answer.ok && userNow() === asked) adoptPreferences(answer.value);
  };
  session.subscribe(() => void follow());
  void follow();
  followOtherTabs();
  onChosen(async (body) => {
    if (userNow() === undefined) return;
    const answer = await request(shape, { method: 'PATCH', path: '/auth/settings', body });
    if (!answer.ok) toastError('Your choice counts here, but could not be saved on your account.', toastMs.usual);
  });
}
