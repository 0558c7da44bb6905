import { oddsFormats, oddsPolicies, type StarChanges, withStars } from '@touchline/core/account';
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
  /** The stars of the account, as far as this browser knows. */
  let starred: readonly string[] = linesOf(start.starred);
  /** What was chosen since the settings were requested; `undefined` while none are. */
  let chosen: Partial<Preferences> | undefined;
  /** What to save once the request under way is answered: two at once could arrive in the other order. */
  let unsaved: Partial<Preferences> = {};
  let isSaving = false;
  /**
   * Adopts the account's list, which other devices change too, with what was `sent` and what was starred and unstarred here since
   * `before`. A server of the previous release ignores what is sent.
   */
  const adoptStars = (onAccount: readonly string[], before: readonly string[], sent = noChanges): void => {
    const changes = starChanges(before, starsHere());
    starred = onAccount;
    adoptPreferences({ favourites: withStars(withStars(onAccount, sent), changes).join('\n') });
  };
  const save = async (changes: Partial<Preferences>): Promise<void> => {
    unsaved = { ...unsaved, ...changes };
    if (isSaving) return;
    isSaving = true;
    while (Object.keys(unsaved).length > 0) {
      const { favourites, ...others } = unsaved;
      unsaved = {};
      const owner = user;
      const before = starsHere();
      const stars = favourites !== undefined && starChanges(starred, before);
      const answer = await call(changeSettings, { body: { ...others, ...stars } });
      if (!answer.ok) toastError(t('Your choice applies here, but could not be saved on your account.'), toastMs.usual);
      else if (stars && user === owner) adoptStars(answer.value.favourites, before, stars);
    }
    isSaving = false;
  };
  const follow = async (): Promise<void> => {
    if (currentUser() === user) return;
    if (user !== undefined) starred = starsHere();
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
    adoptStars(favourites, starred);
    const { favourites: stars } = preferences();
    adoptPreferences({ oddsFormat, oddsPolicy, ...(language && { language }), ...mine, favourites: stars });
    if (stars !== favourites.join('\n')) return save({ favourites: stars });
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
const starsHere = (): string[] => linesOf(preferences().favourites);

const noChanges: StarChanges = { star: [], unstar: [] };
const starChanges = (before: readonly string[], now: readonly string[]) => ({
  star: now.filter((each) => !before.includes(each)),
  unstar: before.filter((each) => !now.includes(each)),
});
