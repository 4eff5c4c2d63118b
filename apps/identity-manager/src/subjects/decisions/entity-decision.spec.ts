import type { EntityScope } from '@smart-city/authz';
import { decideEntity, type EntityQuestion } from './entity-decision';
import type { PermissionRule } from './permission';
import { permissionOf } from './test-permissions';

const permission = (entities: EntityScope | null, more: Partial<PermissionRule> = {}) =>
  permissionOf({ action: null, resource: null, entities, ...more });

const question: EntityQuestion = { verb: 'read', id: 'Room1', type: 'Room', attributes: [] };
const rooms: EntityScope = { verbs: ['read'], types: ['Room'] };

const decided = (scopes: readonly EntityScope[], asked: Partial<EntityQuestion> = {}) =>
  decideEntity(
    scopes.map((scope) => permission(scope)),
    { ...question, ...asked },
  ).decision;

describe('A decision on an entity', () => {
  it.each<[string, EntityScope, Partial<EntityQuestion>, string]>([
    ['its type', rooms, {}, 'Permit'],
    ['another type', rooms, { type: 'Car' }, 'Deny'],
    ['no type, which may be any', rooms, { type: undefined }, 'Deny'],
    ['another verb', rooms, { verb: 'delete' }, 'Deny'],
    ['its id', { verbs: ['read'], ids: ['Room1'] }, { type: undefined }, 'Permit'],
    ['another id', { verbs: ['read'], ids: ['Room1'] }, { id: 'Room2' }, 'Deny'],
    ['its pattern', { verbs: ['read'], id_pattern: '^Room' }, {}, 'Permit'],
    ['its pattern in other letter case', { verbs: ['read'], id_pattern: '^room' }, {}, 'Deny'],
    ['a pattern that cannot be used', { verbs: ['read'], id_pattern: '(' }, {}, 'Deny'],
    ['no service path, which means all', { ...rooms, service_paths: ['/a'] }, {}, 'Deny'],
    ['no service path, where all are covered', { ...rooms, service_paths: ['/#'] }, {}, 'Permit'],
    ['its service path', { ...rooms, service_paths: ['/a/#'] }, { servicePaths: ['/a/b'] }, 'Permit'],
    ['one of two service paths', { ...rooms, service_paths: ['/a'] }, { servicePaths: ['/a', '/b'] }, 'Deny'],
    ['all attributes, where some are covered', { ...rooms, attrs: ['t'] }, {}, 'Deny'],
    ['an attribute', { ...rooms, attrs: ['t'] }, { attributes: ['t'] }, 'Permit'],
    ['an attribute beside another', { ...rooms, attrs: ['t'] }, { attributes: ['t', 'u'] }, 'Deny'],
  ])('that names %s', (_case, scope, asked, decision) => {
    expect(decided([scope], asked)).toBe(decision);
  });

  it('adds the attributes of permissions up', () => {
    const scopes = [
      { ...rooms, attrs: ['t'] },
      { ...rooms, attrs: ['u'] },
    ];
    expect(decided(scopes, { attributes: ['t', 'u'] })).toBe('Permit');
    expect(decided([scopes[0]!, { ...scopes[1]!, types: ['Car'] }], { attributes: ['t', 'u'] })).toBe('Deny');
  });

  it('is by permissions on entities alone, in their tenant', () => {
    const path = permission(null, { action: 'GET', resource: '/v2/entities/Room1' });
    expect(decideEntity([path], question).decision).toBe('Deny');
    const inCity = permission(rooms, {
      useAuthorizationServiceHeader: true,
      authorizationServiceHeader: 'city',
    });
    expect(decideEntity([inCity], question).decision).toBe('Deny');
    expect(decideEntity([inCity], { ...question, serviceHeader: 'city' }).decision).toBe('Permit');
  });

  it('gives up before patterns take too long', () => {
    const costly = permission({ verbs: ['read'], id_pattern: '(x+x+)+y' });
    const result = decideEntity([costly], { ...question, id: 'x'.repeat(300_000) });
    expect(result).toEqual({ decision: 'Deny', permission: undefined, gaveUp: true });
  });
});
