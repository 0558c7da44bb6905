import { maxFavourites, oddsFormats, oddsPolicies } from '@touchline/core/account';
import type { ownAccountEndpoints } from '@touchline/core/contract';
import { languages, t } from '@touchline/core/language';
import { call, type LightEndpoint } from '../api/call.ts';
import { flag, listOf, oneOf, orNull, record, text, whole } from '../api/shape.ts';
import type { SessionActor } from '../session/index.ts';
import { toastError, toastMs } from '../ui/toast.ts';
import { adoptPreferences, onChosen, type Preferences, preferences } from './preferences.ts';

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

/** `starred`: the stars of this browser that are on the account. `chosen`: what the user chose before this code was loaded. */
type Start = { readonly starred: string; readonly chosen: Partial<Preferences> };

/**
 * Keeps the preferences of a logged-in user the same on every device: loads them at the login and saves each choice. What is chosen
 * while they load stays: the answer may be older.
 */
export function keepPreferencesOnAccount(session: SessionActor, start: Start): void {
  const currentUser = () => session.getSnapshot().context.user?.id;
  let user: string | undefined;
  let { starred } = start;
  /** What was chosen since the settings were requested; `undefined` while none are. */
  let chosen: Partial<Preferences> | undefined;
  /** What to save once the request under way is answered: two at once could arrive in the other order. */
  let unsaved: SettingsChange = {};
  let isSaving = false;
  const save = async (changes: SettingsChange): Promise<void> => {
    unsaved = { ...unsaved, ...changes };
    if (isSaving) return;
    isSaving = true;
    while (Object.keys(unsaved).length > 0) {
      const body = unsaved;
      unsaved = {};
      const answer = await call(changeSettings, { body });
      if (!answer.ok) toastError(t('Your choice applies here, but could not be saved on your account.'), toastMs.usual);
    }
    isSaving = false;
  };
  const follow = async (): Promise<void> => {
    if (currentUser() === user) return;
    if (user !== undefined) starred = preferences().favourites;
    user = currentUser();
    chosen = undefined;
    unsaved = {};
    if (user === undefined) {
      // What a guest stars goes to the account at the login; what a member starred leaves the browser with the logout.
      starred = '';
      return adoptPreferences({ favourites: '' });
    }
    const mine: Partial<Preferences> = {};
    chosen = mine;
    const before = linesOf(starred);
    const answer = await call(settings);
    if (chosen !== mine) return;
    chosen = undefined;
    const here = linesOf(preferences().favourites);
    // Without an answer, the preferences of this browser stay.
    if (!answer.ok) return mine.favourites === undefined ? undefined : save({ favourites: here });
    const { oddsFormat, oddsPolicy, language, favourites } = answer.value;
    // An account has one list of stars: what changed here is applied to it, and does not replace it.
    const kept = favourites.filter((each) => here.includes(each) || !before.includes(each));
    const added = here.filter((each) => !before.includes(each));
    const merged = [...new Set([...kept, ...added])].slice(-maxFavourites);
    const account = { oddsFormat, oddsPolicy, ...(language && { language }) };
    adoptPreferences({ ...account, ...mine, favourites: merged.join('\n') });
    if (merged.join('\n') !== favourites.join('\n')) await save({ favourites: merged });
  };
  const choose = (changes: Partial<Preferences>): void => {
    if (currentUser() === undefined) return;
    const { favourites, ...others } = changes;
    // Stars wait until those of the account are known.
    const now = { ...others, ...(favourites !== undefined && !chosen && { favourites: linesOf(favourites) }) };
    if (chosen) Object.assign(chosen, changes);
    if (Object.keys(now).length > 0) void save(now);
  };
  session.subscribe(() => void follow());
  void follow();
  choose(start.chosen);
  onChosen(choose);
}

type SettingsChange = Partial<Omit<Preferences, 'favourites'> & { readonly favourites: string[] }>;

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
