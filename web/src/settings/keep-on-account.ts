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
  /** The stars when this browser and the account last had the same. */
  let starred = linesOf(start.starred);
  /** What was chosen since the settings were requested; `undefined` while none are. */
  let chosen: Partial<Preferences> | undefined;
  /** What to save once the request under way is answered: two at once could arrive in the other order. */
  let unsaved: Partial<Preferences> = {};
  let isSaving = false;
  /** Applies what was starred and unstarred here to the list of the account, which other devices change too. */
  const mergeStars = (onAccount: readonly string[]): string[] => {
    const here = linesOf(preferences().favourites);
    const kept = onAccount.filter((each) => here.includes(each) || !starred.includes(each));
    const added = here.filter((each) => !starred.includes(each));
    return [...new Set([...kept, ...added])].slice(-maxFavourites);
  };
  const saveStars = async () => {
    const owner = user;
    const now = await call(settings);
    if (!now.ok || user !== owner) return now;
    const merged = mergeStars(now.value.favourites);
    adoptPreferences({ favourites: merged.join('\n') });
    const saved = isSame(merged, now.value.favourites)
      ? now
      : await call(changeSettings, { body: { favourites: merged } });
    if (saved.ok && user === owner) starred = merged;
    return saved;
  };
  const save = async (changes: Partial<Preferences>): Promise<void> => {
    unsaved = { ...unsaved, ...changes };
    if (isSaving) return;
    isSaving = true;
    while (Object.keys(unsaved).length > 0) {
      const { favourites, ...body } = unsaved;
      unsaved = favourites !== undefined && Object.keys(body).length > 0 ? { favourites } : {};
      const answer = await (Object.keys(body).length > 0 ? call(changeSettings, { body }) : saveStars());
      if (!answer.ok) toastError(t('Your choice applies here, but could not be saved on your account.'), toastMs.usual);
    }
    isSaving = false;
  };
  const follow = async (): Promise<void> => {
    if (currentUser() === user) return;
    if (user !== undefined) starred = linesOf(preferences().favourites);
    user = currentUser();
    chosen = undefined;
    unsaved = {};
    if (user === undefined) {
      // What a guest stars goes to the account at the login; what a member starred leaves the browser with the logout.
      starred = [];
      return adoptPreferences({ favourites: '' });
    }
    const mine: Partial<Preferences> = {};
    chosen = mine;
    const answer = await call(settings);
    if (chosen !== mine) return;
    chosen = undefined;
    // Without an answer, the preferences of this browser stay.
    if (!answer.ok) return mine.favourites === undefined ? undefined : save({ favourites: mine.favourites });
    const { oddsFormat, oddsPolicy, language, favourites } = answer.value;
    const merged = mergeStars(favourites);
    adoptPreferences({ oddsFormat, oddsPolicy, ...(language && { language }), ...mine, favourites: merged.join('\n') });
    if (!isSame(merged, favourites)) return save({ favourites: preferences().favourites });
    starred = merged;
  };
  const choose = (changes: Partial<Preferences>): void => {
    if (currentUser() === undefined) return;
    const { favourites, ...others } = changes;
    // Stars wait until those of the account are known.
    const now = favourites !== undefined && chosen ? others : changes;
    if (chosen) Object.assign(chosen, changes);
    if (Object.keys(now).length > 0) void save(now);
  };
  session.subscribe(() => void follow());
  void follow();
  choose(start.chosen);
  onChosen(choose);
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n');
