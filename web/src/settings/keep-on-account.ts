import { call } from '../api/call.ts';
import { changeSettings, settings } from '../api/light-endpoints.ts';
import type { SessionActor } from '../session/index.ts';
import { toastError, toastMs } from '../ui/toast.ts';
import { adoptPreferences, followOtherTabs, onChosen } from './preferences.ts';

/** Keeps the preferences of a logged-in user the same on every device: loads them at the log-in and saves each choice. */
export function keepPreferencesOnAccount(session: SessionActor): void {
  const currentUser = () => session.getSnapshot().context.user?.id;
  let user: string | undefined;
  const follow = async (): Promise<void> => {
    if (currentUser() === user) return;
    user = currentUser();
    const loadedFor = user;
    if (loadedFor === undefined) return;
    const answer = await call(settings);
    // Without an answer, the preferences of this browser stay.
    if (answer.ok && currentUser() === loadedFor) {
      const { oddsFormat, oddsPolicy } = answer.value;
      adoptPreferences({ oddsFormat, oddsPolicy });
    }
  };
  session.subscribe(() => void follow());
  void follow();
  followOtherTabs();
  onChosen(async (body) => {
    if (currentUser() === undefined) return;
    const answer = await call(changeSettings, { body });
    if (!answer.ok) toastError('Your choice applies here, but could not be saved on your account.', toastMs.usual);
  });
}
