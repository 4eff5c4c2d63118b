import { KEYROCK_APPLICATION, type ApplicationRow } from '../../../database/entities/application.row';
import { Form } from '../../../pages/form';
import { fieldsOf, freshFields, membersOf, readFields, type ApplicationFields } from './application-form';

const row = (more: Partial<ApplicationRow> = {}): ApplicationRow => ({
  id: 'parking',
  name: 'parking',
  description: null,
  secretEncrypted: '',
  jwtSecretEncrypted: null,
  url: null,
  redirectUri: 'https://a.example/back,https://b.example/back',
  redirectSignOutUri: null,
  image: 'default',
  grantType: 'authorization_code,refresh_token',
  responseType: 'code',
  tokenTypes: 'jwt,bearer',
  defaultTokenKind: 'bearer',
  clientType: null,
  scope: null,
  ...KEYROCK_APPLICATION,
  extra: null,
  createdAt: 0,
  ...more,
});

const openIdFields = {
  openid_style: 'keyrock',
  id_token_alg: '',
  userinfo_alg: '',
  groupsOrganizations: false,
  backchannel_logout_uri: '',
  backchannelSession: false,
  access_token_format: 'keyrock',
  audience: '',
};

/** What Keyrock does. */
const openIdMembers = {
  openid_style: null,
  id_token_signed_response_alg: null,
  userinfo_signed_response_alg: null,
  groups_with_organizations: false,
  backchannel_logout_uri: null,
  backchannel_logout_session_required: false,
  access_token_format: 'keyrock',
  audience: null,
};

describe('The fields of an application', () => {
  it('show what it is, an address a line', () => {
    expect(fieldsOf(row())).toEqual({
      name: 'parking',
      description: '',
      url: '',
      redirect_uri: 'https://a.example/back\nhttps://b.example/back',
      redirect_sign_out_uri: '',
      grants: ['authorization_code', 'refresh_token'],
      tokenTypes: ['jwt'],
      default_token_kind: 'bearer',
      openid: false,
      isPublic: false,
      ...openIdFields,
    });
  });

  it.each<[Partial<ApplicationRow>, Partial<ApplicationFields>]>([
    [
      { redirectUri: null, grantType: null, scope: null },
      { redirect_uri: '', grants: [], openid: false },
    ],
    [{ redirectUri: '' }, { redirect_uri: '' }],
    [{ scope: 'openid' }, { openid: true }],
    [{ scope: 'email,openid' }, { openid: true }],
    [{ scope: 'openidx' }, { openid: false }],
    [{ clientType: 'public' }, { isPublic: true }],
    [{ clientType: 'Public' }, { isPublic: false }],
    [{ tokenTypes: 'bearer' }, { tokenTypes: [] }],
    [{ tokenTypes: 'jwt,permanent,bearer' }, { tokenTypes: ['jwt', 'permanent'] }],
  ])('of %j are %j', (given, fields) => {
    expect(fieldsOf(row(given))).toMatchObject(fields);
  });

  it.each<[object, Partial<ApplicationFields>]>([
    [
      {},
      { name: '', grants: [], tokenTypes: [], openid: false, isPublic: false, default_token_kind: 'bearer' },
    ],
    [
      { name: ' parking ', url: ' https://a.example ' },
      { name: 'parking', url: 'https://a.example' },
    ],
    [{ grant_type: 'password' }, { grants: ['password'] }],
    [{ grant_type: ['password', 'implicit'] }, { grants: ['password', 'implicit'] }],
    [
      { openid: 'on', public_client: '' },
      { openid: true, isPublic: true },
    ],
    [{ default_token_kind: 'jwt' }, { default_token_kind: 'jwt' }],
    [{ name: ['a', 'b'] }, { name: '' }],
  ])('as sent by %j are %j', (sent, fields) => {
    expect(readFields(new Form(sent))).toMatchObject(fields);
  });
});

describe('The members that a form fills', () => {
  it('of a new application are all', () => {
    const fields = { ...freshFields, name: 'parking', redirect_uri: 'https://a.example/back' };
    expect(membersOf(fields)).toEqual({
      name: 'parking',
      description: null,
      url: null,
      redirect_uri: ['https://a.example/back'],
      redirect_sign_out_uri: null,
      grant_type: ['authorization_code', 'refresh_token'],
      default_token_kind: 'bearer',
      client_type: 'confidential',
      token_types: [],
      scope: [],
      ...openIdMembers,
    });
  });

  it.each([
    ['https://a.example/x\nhttps://b.example/y', ['https://a.example/x', 'https://b.example/y']],
    [
      '\r\n https://a.example/x \r\n\r\nhttps://b.example/y\t',
      ['https://a.example/x', 'https://b.example/y'],
    ],
    ['https://a.example/x https://b.example/y', ['https://a.example/x', 'https://b.example/y']],
    ['', []],
    [' \n ', []],
  ])('hold the addresses of %j one by one', (redirect_uri, addresses) => {
    expect(membersOf({ ...freshFields, redirect_uri })['redirect_uri']).toEqual(addresses);
  });

  it('of one that is edited leave out kinds of tokens that stay, which would make a new JWT secret', () => {
    const before = row({ tokenTypes: 'jwt,permanent,bearer' });
    const same = { ...fieldsOf(before), tokenTypes: ['permanent', 'jwt'] };
    expect(membersOf(same, before)).not.toHaveProperty('token_types');
    expect(membersOf({ ...same, tokenTypes: ['jwt'] }, before)).toMatchObject({ token_types: ['jwt'] });
  });

  it.each<[string | null, boolean, object]>([
    [null, false, {}],
    [null, true, { scope: ['openid'] }],
    ['openid', true, {}],
    ['openid', false, { scope: [] }],
    ['email,openid', false, { scope: ['email'] }],
    ['email', true, { scope: ['email', 'openid'] }],
  ])('of one with the scope %j, OpenID Connect %s, say of it %j', (scope, openid, said) => {
    const before = row({ scope });
    const { scope: sent } = membersOf({ ...fieldsOf(before), openid }, before);
    expect(sent === undefined ? {} : { scope: sent }).toEqual(said);
  });

  it('give no address to what had none and is sent none', () => {
    const machine = row({ redirectUri: null });
    expect(membersOf(fieldsOf(machine), machine)).not.toHaveProperty('redirect_uri');
    const typed = { ...fieldsOf(machine), redirect_uri: 'https://a.example/' };
    expect(membersOf(typed, machine)).toMatchObject({ redirect_uri: ['https://a.example/'] });
    // What had one is refused without, as in Keyrock.
    expect(membersOf({ ...fieldsOf(row()), redirect_uri: '' }, row())).toMatchObject({ redirect_uri: [] });
  });

  it('of an unchanged form change nothing but words for the same', () => {
    const before = row({ description: 'x', url: 'https://a.example', scope: 'openid', clientType: 'public' });
    expect(membersOf(fieldsOf(before), before)).toEqual({
      name: 'parking',
      description: 'x',
      url: 'https://a.example',
      redirect_uri: ['https://a.example/back', 'https://b.example/back'],
      redirect_sign_out_uri: null,
      grant_type: ['authorization_code', 'refresh_token'],
      default_token_kind: 'bearer',
      client_type: 'public',
      ...openIdMembers,
      openid_style: 'keyrock',
    });
  });
});
