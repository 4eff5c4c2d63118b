import type { EntityScope } from '@smart-city/authz';
import { Messages, type Language } from '@smart-city/messages';
import { CATALOGUE } from '../../../messages/catalogue';
import { PermissionWords } from './permission-words';

const messages = new Messages(CATALOGUE);
const words = (language: Language, most?: number) =>
  new PermissionWords({ t: messages.translator(language), language }, most);

describe('What a permission permits, in words:', () => {
  it.each<[EntityScope, string, string]>([
    [{ verbs: ['read'] }, 'read all entities', 'leer todas las entidades'],
    [
      { verbs: ['read', 'update', 'subscribe'], types: ['Room', 'Car'], attrs: ['temperature'] },
      'read, update, and subscribe to entities of type Room or Car, only the attribute temperature',
      'leer, actualizar y suscribirse a entidades de tipo Room o Car, solo el atributo temperature',
    ],
    [
      { verbs: ['delete'], ids: ['R1'], id_pattern: '^R', service_paths: ['/a', '/b/#'] },
      'delete entities with ID R1, with an ID that matches ^R, in /a or /b/#',
      'eliminar entidades con ID R1, con un ID que coincide con ^R, en /a o /b/#',
    ],
    [
      { verbs: ['create'], attrs: ['a', 'b'] },
      'create all entities, only the attributes a and b',
      'crear todas las entidades, solo los atributos a y b',
    ],
  ])('%j', (entities, english, spanish) => {
    const permission = { action: null, resource: null, entities };
    expect(words('en').rule(permission)).toBe(english);
    expect(words('es').rule(permission)).toBe(spanish);
  });

  it('of many names the first few, unless all are wanted', () => {
    const types = ['A', 'B', 'C', 'D', 'E'];
    expect(words('en').scope({ verbs: ['read'], types })).toBe('read entities of type A, B, C, or 2 more');
    expect(words('en', Infinity).scope({ verbs: ['read'], types })).toBe(
      'read entities of type A, B, C, D, or E',
    );
  });

  it('a verb and a path, or XACML', () => {
    expect(words('en').rule({ action: 'GET', resource: '/v2', entities: null })).toBe('GET /v2');
    expect(words('en').rule({ action: null, resource: null, entities: null })).toBe('XACML');
  });
});
