import type { EntityScope } from '@smart-city/authz';
import { decide } from './decision';
import { entityGrants } from './entity-grants';
import type { PermissionRule } from './permission';
import { permissionOf } from './test-permissions';

const permission = (name: string, entities: EntityScope | null, more: Partial<PermissionRule> = {}) => {
  const path = entities === null ? { resource: '/v2/entities' } : { action: null, resource: null };
  return permissionOf({ id: name, name, ...path, entities, ...more });
};
const rooms: EntityScope = { verbs: ['read'], types: ['Room'] };
const inCity = { useAuthorizationServiceHeader: true, authorizationServiceHeader: 'city' };

describe('Permissions on entities', () => {
  it('are granted together, whatever other permissions there are', () => {
    const cars: EntityScope = { verbs: ['read', 'update'], types: ['Car'] };
    expect(
      entityGrants([permission('r', rooms), permission('path', null), permission('c', cars)], {}),
    ).toEqual([
      { permission: 'r', ...rooms },
      { permission: 'c', ...cars },
    ]);
  });

  it('that are restricted to a tenant are granted there only', () => {
    const permissions = [permission('r', rooms, inCity)];
    expect(entityGrants(permissions, { serviceHeader: 'city' })).toHaveLength(1);
    expect(entityGrants(permissions, { serviceHeader: 'town' })).toEqual([]);
    expect(entityGrants(permissions, {})).toEqual([]);
  });

  it.each(['GET', 'POST', ''])('permit nothing by themselves: %j', (action) => {
    for (const resource of ['/v2/entities', '', 'null'])
      expect(decide([permission('r', rooms)], { action, resource }).decision).toBe('Deny');
  });
});
