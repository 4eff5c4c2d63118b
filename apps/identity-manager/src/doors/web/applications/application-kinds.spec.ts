import { newApplication } from '../../../subjects/applications/application-content';
import {
  CreateApplication,
  CreateMachineApplication,
} from '../../../subjects/applications/application-input';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { membersOf } from './application-form';
import { APPLICATION_KINDS, fieldsOfKind, kindOf, sendsUsers } from './application-kinds';

const expected = {
  web: {
    grantType: 'authorization_code,refresh_token',
    tokenTypes: 'bearer',
    clientType: 'confidential',
    scope: 'openid',
  },
  app: {
    grantType: 'authorization_code,refresh_token',
    tokenTypes: 'bearer',
    clientType: 'public',
    scope: 'openid',
  },
  service: { grantType: 'client_credentials', tokenTypes: 'bearer', clientType: 'confidential', scope: null },
  device: {
    grantType: 'password,refresh_token',
    tokenTypes: 'permanent,bearer',
    clientType: 'confidential',
    scope: null,
  },
} as const;

describe('The kind of an application', () => {
  it.each(APPLICATION_KINDS.filter((kind) => kind !== 'custom'))(
    '%s has the grants and token types it needs',
    (kind) => {
      const redirect_uri = sendsUsers(kind) ? 'https://parking.city.example/back' : '';
      const members = membersOf({ ...fieldsOfKind(kind), name: 'parking', redirect_uri });
      const { input, faults } = sendsUsers(kind)
        ? readShape(CreateApplication, members, FORM)
        : readShape(CreateMachineApplication, members, FORM);
      expect(faults).toEqual([]);
      const { content } = newApplication(input);
      expect(content).toMatchObject({ ...expected[kind], redirectUri: redirect_uri || null });
      expect(kindOf(content)).toBe(kind);
    },
  );

  it('that sends users away needs an address to come back to', () => {
    const { faults } = readShape(
      CreateApplication,
      membersOf({ ...fieldsOfKind('web'), name: 'parking' }),
      FORM,
    );
    expect(faults.map(({ field }) => field)).toEqual(['redirect_uri']);
  });
});
