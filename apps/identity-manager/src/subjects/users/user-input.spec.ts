import { readShape } from '../../validation/read-shape';
import { FORM } from '../../validation/rule';
import { ChangeUser, CreateUser, InviteUser, SignUp } from './user-input';

type Told = readonly string[];
const brokenBy = (shape: new () => object, sent: object, by: 'program' | typeof FORM = 'program'): Told =>
  readShape(shape, sent, by).faults.map(({ field, rule }) => `${field} ${rule}`);
const json = (text: string) => JSON.parse(text) as object;

const good = { username: 'ana', email: 'ana@city.example', password: 'a long password' };
let nested: object = {};
for (let depth = 0; depth < 60; depth++) nested = { nested };

describe('A user whom an administrator makes', () => {
  it.each<[object, Told]>([
    [good, []],
    [{}, ['username required', 'password required', 'email required']],
    [
      { ...good, username: null, email: '', password: '' },
      ['username required', 'password required', 'email required'],
    ],
    [{ ...good, username: ['ana'] }, ['username string']],
    [{ ...good, username: 'x'.repeat(255) }, []],
    [{ ...good, username: 'x'.repeat(256) }, ['username long']],
    [{ ...good, username: 'a\u0000' }, ['username characters']],
    [{ ...good, username: 'a\r\nBcc: b@x.example' }, ['username characters']],
    [{ ...good, username: 'Jose\u0301' }, []],
    [{ ...good, username: '__proto__' }, []],
    [{ ...good, email: 'ana' }, ['email email']],
    [{ ...good, email: 'ana@city.example\r\nBcc: b@x.example' }, ['email characters']],
    [{ ...good, email: 'ana@city.example, b@x.example' }, ['email email']],
    [{ ...good, email: ' ana@city.example' }, ['email email']],
    [{ ...good, email: `${'a'.repeat(250)}@city.example` }, ['email long']],
    [{ ...good, email: { toString: 'x' } }, ['email string']],
    [{ ...good, password: 1 }, ['password string']],
    [{ ...good, password: 'a\0b' }, ['password characters']],
    [{ ...good, password: 'x'.repeat(100_001) }, ['password long']],
    [{ ...good, id: 'number-1_~.' }, []],
    [{ ...good, id: null }, []],
    [{ ...good, id: '' }, ['id id']],
    [{ ...good, id: '../x' }, ['id id']],
    [{ ...good, id: 'a b' }, ['id id']],
    [{ ...good, id: 'x'.repeat(37) }, ['id id']],
    [{ ...good, id: 1 }, ['id string']],
    [{ ...good, admin: 'yes' }, ['admin boolean']],
    [{ ...good, admin: 1 }, ['admin boolean']],
    [{ ...good, gravatar: null, admin: null }, []],
    [{ ...good, website: 'javascript:alert(1)' }, ['website urlScheme']],
    [{ ...good, website: '\u0001javascript:alert(1)' }, ['website characters']],
    [{ ...good, website: 'x'.repeat(2_001) }, ['website long']],
    [{ ...good, description: 'one\ntwo' }, []],
    [{ ...good, description: 'x'.repeat(10_001) }, ['description long']],
    [{ ...good, extra: '{"floor":2}' }, []],
    [{ ...good, extra: '' }, []],
    [{ ...good, extra: '[1]' }, ['extra object']],
    [{ ...good, extra: [1] }, ['extra object']],
    [{ ...good, extra: '{' }, ['extra object']],
    [{ ...good, extra: nested }, ['extra deep']],
    [{ ...good, extra: { text: 'x'.repeat(16_000) } }, ['extra large']],
    [{ ...good, extra: `{"text":"${'x'.repeat(16_000)}"}` }, ['extra object']],
    [
      json('{"__proto__":{"username":"x","email":"a@b.example","password":"x"}}'),
      ['username required', 'password required', 'email required'],
    ],
  ])('%# breaks %j', (sent, told) => {
    expect(brokenBy(CreateUser, sent)).toEqual(told);
  });

  it('is nothing of what only the service sets', () => {
    const sent = {
      ...good,
      enabled: false,
      awaitingActivation: true,
      passwordHash: 'x',
      totpSecret: 'x',
      constructor: 1,
    };
    expect({ ...readShape(CreateUser, sent, 'program').input }).toEqual(good);
  });

  it.each<[object, Told]>([
    [{ username: 'ana', email: 'ana@city.example' }, []],
    [{ username: 'ana' }, ['email required']],
    [{ username: '', email: 'x' }, ['username required', 'email email']],
  ])('and who is invited, by %j breaks %j', (sent, told) => {
    expect(brokenBy(InviteUser, sent)).toEqual(told);
  });
});

describe('Somebody who signs up', () => {
  it.each<[object, Told]>([
    [{ ...good, gravatar: false }, []],
    [{ ...good, username: 'x'.repeat(30), gravatar: false }, []],
    [{ ...good, username: 'x'.repeat(31), gravatar: false }, ['username usernameLong']],
    // Characters as people count them, not halves of a pair.
    [{ ...good, username: '\u{1f600}'.repeat(30), gravatar: false }, []],
    [{ ...good, username: '\u{1f600}'.repeat(31), gravatar: false }, ['username usernameLong']],
    [{ username: 'ana' }, ['email required', 'password required']],
  ])('by %j breaks %j', (sent, told) => {
    expect(brokenBy(SignUp, sent, FORM)).toEqual(told);
  });

  it('chooses no id and no rights', () => {
    const sent = { ...good, gravatar: false, id: 'x', admin: true, enabled: true, extra: {} };
    expect({ ...readShape(SignUp, sent, FORM).input }).toEqual({ ...good, gravatar: false });
  });
});

describe('A change of a user', () => {
  it.each<[object, Told]>([
    [{}, []],
    [{ username: '' }, ['username required']],
    [{ username: null }, ['username required']],
    [{ email: null }, ['email required']],
    // Whether it is an address is asked where it is known what it was.
    [{ email: 'imported' }, []],
    [{ email: 'a\nb' }, ['email characters']],
    [{ password: '' }, ['password required']],
    [{ password: null }, ['password required']],
    [{ old_password: '' }, []],
    [{ old_password: null }, []],
    [{ old_password: 5 }, ['old_password string']],
    [{ id: 'x' }, ['id fixed']],
    [{ id: '' }, []],
    [{ description: null, website: null, extra: null, gravatar: null, enabled: null, admin: null }, []],
    [{ enabled: 'false' }, ['enabled boolean']],
    [{ admin: 0 }, ['admin boolean']],
  ])('%j breaks %j', (sent, told) => {
    expect(brokenBy(ChangeUser, sent)).toEqual(told);
  });

  it.each<[string, Told]>([
    ['ftp://w.example', ['website urlScheme']],
    ['nothing', ['website url']],
    ['https://w.example', []],
  ])('by a form has the website %s: %j', (website, told) => {
    expect(brokenBy(ChangeUser, { website }, FORM)).toEqual(told);
  });
});
