import { oddsFormats, oddsPolicies } from '@touchline/core/account';
import type { accountEndpoints, ownAccountEndpoints } from '@touchline/core/contract';
import type { LightEndpoint } from './call.ts';
import { loginAnswer, messageAnswer, profileView } from './first-shapes.ts';
import { flag, oneOf, record, whole } from './shape.ts';

/*
 * The endpoints that Home calls, with answers checked by hand. The types keep method and path in step with the contract.
 */

export const me: LightEndpoint<typeof ownAccountEndpoints.me> = { method: 'GET', path: '/auth/me', light: profileView };

export const refresh: LightEndpoint<typeof accountEndpoints.refresh> = {
  method: 'POST',
  path: '/auth/refresh',
  light: loginAnswer,
};

export const logOut: LightEndpoint<typeof accountEndpoints.logOut> = {
  method: 'POST',
  path: '/auth/logout',
  light: messageAnswer,
};

type Settings = typeof ownAccountEndpoints.settings;
const settingsView: LightEndpoint<Settings>['light'] = record({
  oddsFormat: oneOf(...oddsFormats),
  oddsPolicy: oneOf(...oddsPolicies),
  secondFactor: record({ isOn: flag, recoveryCodes: whole }),
});

export const settings: LightEndpoint<Settings> = { method: 'GET', path: '/auth/settings', light: settingsView };

export const changeSettings: LightEndpoint<typeof ownAccountEndpoints.changeSettings> = {
  method: 'PATCH',
  path: '/auth/settings',
  light: settingsView,
};
