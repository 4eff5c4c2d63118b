import type { PermissionRow } from '../../database/entities/role.row';
import { Invalid } from '../../faults/faults';
import type { PdpLevel } from './permission-checks';
import { changedPermission, newPermission } from './permission-content';
import type { ChangePermission, CreatePermission } from './permission-input';

const read: CreatePermission = { name: 'read', action: 'GET', resource: '/v2' };
const bare = { action: null, resource: null };
const stored: PermissionRow = {
  id: '7',
  applicationId: 'app',
  isInternal: false,
  ...newPermission({ ...read, description: 'reads' }, 'basic'),
};

const brokenBy = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof Invalid) return error.message;
    throw error;
  }
  return 'nothing';
};

describe('A new permission', () => {
  it('has what was sent, and nothing elsewhere', () => {
    expect(newPermission(read, 'basic')).toEqual({
      name: 'read',
      description: null,
      action: 'GET',
      resource: '/v2',
      isRegex: false,
      useAuthorizationServiceHeader: false,
      authorizationServiceHeader: null,
      regexEntityIds: null,
      regexAttributes: null,
      regexTypes: null,
      xml: null,
      entities: null,
    });
  });

  it.each<[Partial<CreatePermission>, PdpLevel, string]>([
    [{ action: null }, 'basic', 'resource: resource'],
    [{ resource: '' }, 'advanced', 'resource: resource'],
    [{ xml: '<Rule/>' }, 'basic', 'xml: advancedLevel'],
    [{ xml: '<Rule/>' }, 'advanced', 'xml: xmlAndRule'],
    [{ xml: '<Rule/>', action: null, resource: null }, 'advanced', 'nothing'],
    [
      { xml: '<Rule/>', action: null, resource: null, regex_types: 'x' },
      'advanced',
      'regex_types: payloadLevel',
    ],
    [{ regex_types: 'Room' }, 'basic', 'regex_types: payloadLevel'],
    [{ regex_types: 'Room' }, 'payload', 'nothing'],
    [{ regex_types: '[' }, 'payload', 'regex_types: pattern'],
    [{ resource: '(' }, 'basic', 'nothing'],
    [{ resource: '(', is_regex: true }, 'basic', 'resource: pattern'],
    [{ resource: 'a{999}b{999}c{999}', is_regex: true }, 'basic', 'resource: largePattern'],
    [{ use_authorization_service_header: true }, 'basic', 'authorization_service_header: serviceHeader'],
    [{ authorization_service_header: 'x' }, 'basic', 'use_authorization_service_header: useServiceHeader'],
    [{ authorization_service_header: 'x', use_authorization_service_header: true }, 'basic', 'nothing'],
    [{ entities: { verbs: ['read'] } }, 'basic', 'entities: entitiesAndRule'],
    [{ ...bare, entities: { verbs: ['read', 'update'], types: ['Room'], attrs: ['t'] } }, 'basic', 'nothing'],
    [{ ...bare, entities: { verbs: ['read'] }, xml: '<Rule/>' }, 'advanced', 'entities: entitiesAndRule'],
    [{ ...bare, entities: {} }, 'basic', 'entities: entities'],
    [{ ...bare, entities: { verbs: [] } }, 'basic', 'entities: entities'],
    [{ ...bare, entities: { verbs: ['drop'] } }, 'basic', 'entities: entities'],
    [{ ...bare, entities: { verbs: ['read'], type: ['Room'] } }, 'basic', 'entities: entities'],
    [{ ...bare, entities: { verbs: ['read'], ids: ['a b'] } }, 'basic', 'entities: entities'],
    [{ ...bare, entities: { verbs: ['read'], ids: 'R1' } }, 'basic', 'entities: entities'],
    [{ ...bare, entities: { verbs: ['read'], ids: Array(101).fill('R') } }, 'basic', 'entities: entities'],
    [{ ...bare, entities: { verbs: ['read'], service_paths: ['/a/../b'] } }, 'basic', 'entities: entities'],
    [{ ...bare, entities: { verbs: ['read'], service_paths: ['/a/#', '/'] } }, 'basic', 'nothing'],
    [{ ...bare, entities: { verbs: ['read'], id_pattern: '(' } }, 'basic', 'entities: pattern'],
    [{ ...bare, entities: { verbs: ['read'], id_pattern: '(a)\\1' } }, 'basic', 'entities: pattern'],
    [
      { ...bare, entities: { verbs: ['read'], id_pattern: 'a{999}b{999}c{999}' } },
      'basic',
      'entities: largePattern',
    ],
  ])('with %j on level %s breaks %s', (given, level, broken) => {
    expect(brokenBy(() => newPermission({ ...read, ...given }, level))).toBe(broken);
  });
});

describe('A changed permission', () => {
  const change = (input: ChangePermission, row = stored, level: PdpLevel = 'advanced') =>
    changedPermission(input, row, level);

  it('keeps what was not sent', () => {
    const { id: _id, applicationId: _application, isInternal: _internal, ...content } = stored;
    expect(change({})).toEqual(content);
    expect(change({ description: '', action: '', resource: '' })).toEqual(content);
    expect(change({ description: null })).toEqual({ ...content, description: null });
  });

  it('is an action on a resource, or XACML: the new one takes the place of the other', () => {
    const xacml = { action: null, resource: null, xml: '<Rule/>' };
    expect(change({ xml: '<Rule/>' })).toMatchObject(xacml);
    expect(change({ action: 'GET', resource: '/v2' }, { ...stored, ...xacml })).toMatchObject({
      action: 'GET',
      resource: '/v2',
      xml: null,
    });
    expect(change({ name: 'x' }, { ...stored, ...xacml })).toMatchObject(xacml);
  });

  it('is on entities, and then not on a path any more; and back', () => {
    const entities = { verbs: ['read'] };
    const onEntities = { ...stored, ...change({ entities }) };
    expect(onEntities).toMatchObject({ entities, action: null, resource: null, isRegex: false });
    expect(change({ name: 'x' }, onEntities)).toMatchObject({ entities });
    expect(brokenBy(() => change({ entities: null }, onEntities))).toBe('resource: resource');
    expect(change({ entities: null, action: 'GET', resource: '/x' }, onEntities)).toMatchObject({
      entities: null,
      action: 'GET',
    });
  });

  it.each<[ChangePermission, string]>([
    [{ resource: '/v2' }, 'entities: entitiesAndRule'],
    [{ action: 'GET' }, 'entities: entitiesAndRule'],
    [{ is_regex: true }, 'entities: entitiesAndRule'],
    [{ regex_types: 'Room' }, 'entities: entitiesAndRule'],
    [{ regex_entity_ids: 'R', regex_attributes: 'a' }, 'entities: entitiesAndRule'],
    [{ entities: { verbs: ['read'] }, action: 'GET', resource: '/v2' }, 'entities: entitiesAndRule'],
    [{ action: 'GET', resource: '/v2' }, 'nothing'],
    [{ action: '', resource: '', is_regex: false, regex_types: null }, 'nothing'],
    [{ entities: { verbs: ['update'] } }, 'nothing'],
    [{ xml: '<Rule/>' }, 'nothing'],
  ])('that is on entities takes no half of another rule: %j breaks %s', (input, broken) => {
    const onEntities = { ...stored, ...bare, ...change({ entities: { verbs: ['read'] } }) };
    expect(brokenBy(() => changedPermission(input, onEntities, input.xml ? 'advanced' : 'payload'))).toBe(
      broken,
    );
  });

  it('keeps the header’s value when only the restriction is switched off', () => {
    const row = { ...stored, useAuthorizationServiceHeader: true, authorizationServiceHeader: 'city' };
    expect(change({ use_authorization_service_header: false }, row)).toMatchObject({
      useAuthorizationServiceHeader: false,
      authorizationServiceHeader: 'city',
    });
    expect(brokenBy(() => change({ authorization_service_header: 'city' }))).toBe(
      'use_authorization_service_header: useServiceHeader',
    );
    expect(brokenBy(() => change({ authorization_service_header: null }, row))).toBe(
      'authorization_service_header: serviceHeader',
    );
  });

  it('looks at the pattern that is stored when it becomes one', () => {
    expect(brokenBy(() => change({ is_regex: true }, { ...stored, resource: '(' }))).toBe(
      'resource: pattern',
    );
  });
});
