import { Messages } from '@smart-city/messages';
import { CATALOGUE } from '../../../messages/catalogue';
import { AuditWords } from './audit-words';

const messages = new Messages(CATALOGUE);
const named = new Map([
  ['r1', { kind: 'role', name: 'operator' }],
  ['u/1', { kind: 'user', name: 'ana' }],
] as const);
const inWords = (language: 'en' | 'es', details: readonly (readonly [string, string])[]) =>
  new AuditWords(messages.translator(language), named)
    .details({ details })
    .map(({ label, text }) => `${label}: ${text}`);

describe('The details of an entry of the audit log', () => {
  it.each<[string, string, string, string]>([
    ['grantType', 'password', 'grant: Password', 'concesión: Contraseña'],
    ['kind', 'jwt', 'kind: JWT', 'tipo: JWT'],
    ['permanent', 'true', 'never expires: yes', 'no caduca: sí'],
    ['through', 'web', 'through: these pages', 'por: estas páginas'],
    [
      'members',
      '["username","redirect_uri"]',
      'changed: username, callback URL',
      'cambiado: nombre de usuario, URL de callback',
    ],
    ['role', 'r1', 'role: operator', 'rol: operator'],
    ['role', 'gone', 'role: gone', 'rol: gone'],
    ['which', 'others', 'which: all others', 'cuáles: todas las demás'],
    ['repeats', '7', 'times: 7', 'veces: 7'],
    ['error', 'access_denied', 'error: access_denied', 'error: access_denied'],
    ['unheard', 'of', 'unheard: of', 'unheard: of'],
  ])('%s %s is %s', (name, value, english, spanish) => {
    expect(inWords('en', [[name, value]])).toEqual([english]);
    expect(inWords('es', [[name, value]])).toEqual([spanish]);
  });

  it('lead to what they name, as far as there is such a thing', () => {
    const words = new AuditWords(messages.translator('en'), named);
    const hrefs = ['u/1', 'r1', 'gone', null].map((id) => words.href(id));
    expect(hrefs).toEqual(['/idm/admins/users/u%2F1', '/idm/admins/audit?about=r1', undefined, undefined]);
    const details = [['role', 'r1'] as const, ['to', 'r1'] as const];
    expect(words.details({ details }).map(({ href }) => href)).toEqual([
      '/idm/admins/audit?about=r1',
      undefined,
    ]);
  });

  it('leave out that a token expires, as nearly all do', () => {
    expect(inWords('en', [['permanent', 'false']])).toEqual([]);
  });

  it('tell what was searched for part by part, without what was left empty', () => {
    expect(inWords('en', [['search', '{"text":"ana","isAdmin":true,"state":""}']])).toEqual([
      'text: ana',
      'administrator: yes',
    ]);
  });
});
