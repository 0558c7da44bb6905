import { oddsFormats, oddsPolicies } from '@touchline/core/account';
import type { ownAccountEndpoints } from '@touchline/core/contract';
import { call, type LightEndpoint } from '../api/call.ts';
import { flag, oneOf, record, whole } from '../api/shape.ts';
import type { SessionActor } from '../session/index.ts';
import { toastError, toastMs } from '../ui/toast.ts';
import { adoptPreferences, onChosen } from './preferences.ts';

type Settings = typeof ownAccountEndpoints.settings;
const settingsView: LightEndpoint<Settings>['light'] = record({
  oddsFormat: oneOf(...oddsFormats),
  oddsPolicy: oneOf(...oddsPolicies),
  secondFactor: record({ isOn: flag, recoveryCodes: whole }),
});

const settings: LightEndpoint<Settings> = { method: 'GET', path: '/auth/settings', light: settingsView };

const changeSettings: LightEndpoint<typeof ownAccountEndpoints.changeSettings> = {
  method: 'PATCH',
  path: '/auth/settings',
  light: settingsView,
};

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
  onChosen(async (body) => {
    if (currentUser() === undefined) return;
    const answer = await call(changeSettings, { body });
    if (!answer.ok) toastError('Your choice applies here, but could not be saved on your account.', toastMs.usual);
  });
}
