import { KEYROCK_APPLICATION, type ApplicationRow } from '../../database/entities/application.row';
import { Invalid } from '../../faults/faults';
import { readShape } from '../../validation/read-shape';
import { FORM } from '../../validation/rule';
import { changedApplication, newApplication } from './application-content';
import { ChangeApplication, CreateApplication } from './application-input';
import { chosenOpenIdMembers, openIdMembers } from './openid-settings';

const sent = { name: 'parking', redirect_uri: ['https://a.example/back', 'app:/back'] };
const everyGrant = 'client_credentials,password,implicit,authorization_code,hybrid,refresh_token';

const stored = {
  id: '7',
  ...newApplication(sent).content,
  description: 'old',
  grantType: 'password',
  responseType: '',
  jwtSecretEncrypted: null,
} as ApplicationRow;

const brokenIn = (
  shape: typeof CreateApplication | typeof ChangeApplication,
  given: object,
  by = 'program',
) => readShape<object>(shape, given, by as 'program' | typeof FORM).faults.map(({ message }) => message);

describe('The members of a new application', () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ name: '' }, ['name: required']],
    [{ redirect_uri: undefined }, ['redirect_uri: missing']],
    [{ redirect_uri: [] }, ['redirect_uri: missing']],
    [{ redirect_uri: [1] }, ['redirect_uri: string']],
    [{ redirect_uri: 'anything' }, []],
    [{ redirect_uri: ['https://a.example', 'javascript:alert(1)'] }, ['redirect_uri: urlScheme']],
    [{ redirect_uri: 'https://a.example,javascript:alert(1)' }, ['redirect_uri: urlScheme']],
    [{ redirect_uri: ['a\nb'] }, ['redirect_uri: characters']],
    [{ redirect_uri: ['x'.repeat(16_001)] }, ['redirect_uri: long']],
    [{ token_types: ['bearer'] }, ['token_types: tokenTypes']],
    [{ token_types: null }, []],
    [{ scope: { a: 1 } }, ['scope: string']],
    [{ grant_type: 'password' }, ['grant_type: choose']],
    [{ grant_type: [] }, ['grant_type: choose']],
    [{ default_token_kind: 'paper' }, ['default_token_kind: tokenKind']],
    [{ client_type: 'x'.repeat(51) }, ['client_type: long']],
    [{ client_type: ['public'] }, []],
    [{ client_type: [7] }, ['client_type: string']],
    [{ url: 'data:text/html,x' }, ['url: urlScheme']],
  ])('%j breaks %j', (given, broken) => {
    expect(brokenIn(CreateApplication, { ...sent, ...given })).toEqual(broken);
  });

  it.each<[object, string[]]>([
    [{ redirect_uri: [] }, ['redirect_uri: required']],
    [{ redirect_uri: ['anything'] }, ['redirect_uri: url']],
    [{ redirect_uri: ['https://a.example', 'https://a.example/#x'] }, ['redirect_uri: fragment']],
    [{ redirect_uri: [`https://a.example/${'x'.repeat(2000)}`] }, ['redirect_uri: long']],
    [{ redirect_sign_out_uri: 'nowhere' }, ['redirect_sign_out_uri: url']],
    [{ url: 'ftp://a.example' }, ['url: urlScheme']],
    [{ url: 'com.example.app:/x' }, ['url: urlScheme']],
  ])('%j of a form breaks %j', (given, broken) => {
    expect(brokenIn(CreateApplication, { ...sent, ...given }, FORM)).toEqual(broken);
  });

  it('are refused in the order of Keyrock', () => {
    expect(
      brokenIn(CreateApplication, { token_types: 1, url: 1, grant_type: 1, scope: 1, default_token_kind: 1 }),
    ).toEqual([
      'name: required',
      'redirect_uri: missing',
      'token_types: tokenTypes',
      'scope: string',
      'url: string',
      'grant_type: choose',
      'default_token_kind: string',
    ]);
    expect(brokenIn(ChangeApplication, { secret: 'x', redirect_uri: '', name: null, url: 1 })).toEqual([
      'name: required',
      'redirect_uri: required',
      'secret: fixed',
      'url: string',
    ]);
  });
});

describe('A new application', () => {
  it('may do everything unless it names its grants', () => {
    expect(newApplication(sent)).toEqual({
      content: {
        ...KEYROCK_APPLICATION,
        name: 'parking',
        redirectUri: 'https://a.example/back,app:/back',
        description: null,
        url: null,
        redirectSignOutUri: null,
        clientType: null,
        grantType: everyGrant,
        responseType: 'code,token,none',
        tokenTypes: 'bearer',
        defaultTokenKind: 'bearer',
        scope: null,
      },
      needsJwtSecret: false,
    });
    expect(newApplication({ ...sent, grant_type: ['password'] }).content.grantType).toBe('password');
  });

  it.each([
    ['public', 'public'],
    [['public'], 'public'],
    [['a', 'b'], 'a,b'],
    [[], null],
  ])('of the type %j is stored as %j', (client_type, stored) => {
    expect(newApplication({ ...sent, client_type }).content.clientType).toBe(stored);
  });

  it('needs a JWT secret for JWTs and for OpenID Connect', () => {
    expect(newApplication({ ...sent, token_types: ['jwt'] })).toMatchObject({
      content: { tokenTypes: 'jwt,bearer' },
      needsJwtSecret: true,
    });
    expect(newApplication({ ...sent, scope: ['openid', 'x'] })).toMatchObject({
      content: { scope: 'openid,x', responseType: 'code,token,id_token,none' },
      needsJwtSecret: true,
    });
  });

  it('has a usual kind of token that it allows', () => {
    const jwt = { ...sent, default_token_kind: 'jwt' as const };
    expect(() => newApplication(jwt)).toThrow(new Invalid('default_token_kind', 'kindNotAllowed'));
    expect(newApplication({ ...jwt, token_types: ['jwt'] }).content.defaultTokenKind).toBe('jwt');
  });
});

describe('A changed application', () => {
  it('keeps what was not sent, and what was sent empty', () => {
    const { content, jwtSecret } = changedApplication(
      { description: '', scope: '', token_types: null },
      stored,
    );
    expect({ ...stored, ...content }).toEqual(stored);
    expect(jwtSecret).toBe('present');
    expect(changedApplication({ description: null, scope: [] }, stored).content).toMatchObject({
      description: null,
      scope: null,
    });
  });

  it('gets the code flow and a JWT secret with OpenID Connect', () => {
    expect(changedApplication({ scope: 'openid' }, stored)).toMatchObject({
      content: { grantType: 'password,authorization_code', responseType: 'code,id_token', scope: 'openid' },
      jwtSecret: 'new',
    });
    const row = { ...stored, scope: 'openid', responseType: 'code,id_token', jwtSecretEncrypted: 'x' };
    expect(changedApplication({ scope: 'openid' }, row)).toMatchObject({
      content: { grantType: 'password' },
      jwtSecret: 'present',
    });
  });

  it('makes a new JWT secret, or ends it, whenever token types are sent', () => {
    const row = { ...stored, tokenTypes: 'jwt,bearer', defaultTokenKind: 'jwt' as const };
    expect(changedApplication({ token_types: ['jwt'] }, row).jwtSecret).toBe('new');
    expect(changedApplication({ token_types: [] }, row)).toMatchObject({
      content: { tokenTypes: 'bearer', defaultTokenKind: 'bearer' },
      jwtSecret: 'none',
    });
  });

  it('keeps a usual kind that it allows', () => {
    expect(() => changedApplication({ default_token_kind: 'jwt' }, stored)).toThrow(Invalid);
  });
});

describe('What an application chooses of OpenID Connect', () => {
  const choices = {
    openid_style: 'openid',
    id_token_signed_response_alg: 'ES256',
    userinfo_signed_response_alg: 'EdDSA',
    groups_with_organizations: true,
    backchannel_logout_uri: 'https://a.example/out',
    backchannel_logout_session_required: true,
    access_token_format: 'at+jwt',
    audience: 'urn:city:parking',
  };
  const create = (given: object) => readShape(CreateApplication, { ...sent, ...given }, 'program');
  const change = (given: object) => readShape(ChangeApplication, given, 'program').input;

  it('is kept, left by what is not sent or empty, and undone by null', () => {
    const { content } = newApplication(create(choices).input);
    expect(openIdMembers(content)).toEqual(choices);
    const row = content as ApplicationRow;
    const empty = Object.fromEntries(Object.keys(choices).map((name) => [name, '']));
    expect(openIdMembers(changedApplication(change({}), row).content)).toEqual(choices);
    const texts = { ...empty, groups_with_organizations: true, backchannel_logout_session_required: true };
    expect(openIdMembers(changedApplication(change(texts), row).content)).toEqual(choices);
    const nulls = Object.fromEntries(Object.keys(choices).map((name) => [name, null]));
    const undone = changedApplication(change(nulls), row).content;
    expect(undone).toMatchObject(KEYROCK_APPLICATION);
    expect(chosenOpenIdMembers(undone)).toEqual({});
  });

  it.each([
    ['openid_style', 'oidc', 'choice'],
    ['id_token_signed_response_alg', 'none', 'choice'],
    ['id_token_signed_response_alg', 'HS256', 'choice'],
    ['userinfo_signed_response_alg', 7, 'string'],
    ['access_token_format', 'jwt', 'choice'],
    ['groups_with_organizations', 'yes', 'boolean'],
    ['backchannel_logout_uri', 'javascript:alert(1)', 'url'],
    ['backchannel_logout_uri', 'https://u:p@a.example/', 'url'],
    ['backchannel_logout_uri', 'https://a.example/#x', 'url'],
    ['backchannel_logout_uri', 'https://a.example/\r\nX: 1', 'characters'],
    ['audience', 'parking', 'url'],
    ['audience', 'https://a.example/#x', 'url'],
    ['audience', `urn:${'x'.repeat(500)}`, 'long'],
  ])('%s is not %j', (name, value, broken) => {
    expect(create({ [name]: value }).faults).toEqual([
      expect.objectContaining({ field: name, rule: broken }),
    ]);
  });
});
