import {
  changeProfileRequest,
  changeSettingsRequest,
  type SettingsView,
  settingsView,
  userView,
} from '@touchline/core/contract';
import { changeUser, countRecoveryCodes, readUser, type User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';
import { viewUser } from './view-user.ts';

const described = { tags: ['accounts'], security: bearer };
const toRead = {
  ...described,
  summary: 'How one wants odds written and moved prices taken, and whether a second factor is asked for',
  response: { 200: settingsView, ...refusalAnswers },
};
const toChange = { ...toRead, summary: 'Change one’s settings; what is not given stays', body: changeSettingsRequest };
const toRename = {
  ...described,
  summary: 'Change one’s name',
  body: changeProfileRequest,
  response: { 200: userView, ...refusalAnswers },
};

export const settingsRoutes =
  ({ db }: { readonly db: Db }) =>
  async (app: App) => {
    app.get('/auth/settings', { schema: toRead }, async (request) => {
      const { userId } = sessionOf(request);
      const user = await readUser(db, userId);
      if (!user) throw new Error(`the session of user ${userId} has no account`);
      return viewSettings(db, user);
    });
  };

export const changeSettingsRoutes =
  ({ db }: { readonly db: Db }) =>
  async (app: App) => {
    app.patch('/auth/settings', { schema: toChange }, async (request) =>
      viewSettings(db, await changeUser(db, sessionOf(request).userId, request.body)),
    );
    app.patch('/auth/me', { schema: toRename }, async (request) =>
      viewUser(await changeUser(db, sessionOf(request).userId, request.body), sessionOf(request).hasSecondFactor),
    );
  };

export async function viewSettings(db: Db, user: User): Promise<SettingsView> {
  const isOn = user.secondFactorSince !== null;
  return {
    oddsFormat: user.oddsFormat,
    oddsPolicy: user.oddsPolicy,
    secondFactor: { isOn, recoveryCodes: isOn ? await countRecoveryCodes(db, user.id) : 0 },
  };
}
