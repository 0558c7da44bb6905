import { oddsFormats, oddsPolicies } from '@touchline/core/account';
import type { ownAccountEndpoints } from '@touchline/core/contract';
import { languages, t } from '@touchline/core/language';
import { call, type LightEndpoint } from '../api/call.ts';
import { flag, listOf, oneOf, orNull, record, text, whole } from '../api/shape.ts';
import type { SessionActor } from '../session/index.ts';
import { toastError, toastMs } from '../ui/toast.ts';
import { adoptPreferences, onChosen, preferences } from './preferences.ts';

type Settings = typeof ownAccountEndpoints.settings;
const settingsView: LightEndpoint<Settings>['light'] = record({
  oddsFormat: oneOf(...oddsFormats),
  oddsPolicy: oneOf(...oddsPolicies),
  language: orNull(oneOf(...languages)),
  favourites: listOf(text),
  secondFactor: record({ isOn: flag, recoveryCodes: whole }),
});

const settings: LightEndpoint<Settings> = { method: 'GET', path: '/auth/settings', light: settingsView };

const changeSettings: LightEndpoint<typeof ownAccountEndpoints.changeSettings> = {
  method: 'PATCH',
  path: '/auth/settings',
  light: settingsView,
};

/** Keeps the preferences of a logged-in user the same on every device: loads them at the login and saves each choice. */
export function keepPreferencesOnAccount(session: SessionActor): void {
  const currentUser = () => session.getSnapshot().context.user?.id;
  let user: string | undefined;
  let isFirst = true;
  const follow = async (): Promise<void> => {
    if (currentUser() === user) return;
    const wasGuest = !isFirst && user === undefined;
    user = currentUser();
    const loadedFor = user;
    // What a guest stars goes to the account at the login; what a member starred leaves the browser with the logout.
    if (loadedFor === undefined) return adoptPreferences({ favourites: '' });
    const answer = await call(settings);
    // Without an answer, the preferences of this browser stay.
    if (answer.ok && currentUser() === loadedFor) {
      const { oddsFormat, oddsPolicy, language, favourites } = answer.value;
      const starred = wasGuest ? [...new Set([...favourites, ...linesOf(preferences().favourites)])] : favourites;
      adoptPreferences({ oddsFormat, oddsPolicy, ...(language && { language }), favourites: starred.join('\n') });
      if (starred.length > favourites.length) void call(changeSettings, { body: { favourites: starred } });
    }
  };
  session.subscribe(() => void follow());
  void follow();
  isFirst = false;
  onChosen(async ({ favourites, ...others }) => {
    if (currentUser() === undefined) return;
    const body = { ...others, ...(favourites !== undefined && { favourites: linesOf(favourites) }) };
    const answer = await call(changeSettings, { body });
    if (!answer.ok) toastError(t('Your choice applies here, but could not be saved on your account.'), toastMs.usual);
  });
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
