import { Form } from '../../../pages/form';
import { problemsOf } from '../../../pages/form-problems';
import { CreatePermission } from '../../../subjects/roles/permission-input';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { permissionFieldNames, permissionMembers, readPermissionFields } from './permission-form';

const fieldsOf = (given: Record<string, string>) =>
  readPermissionFields(new Form({ permission_name: 'read', action: 'GET', resource: '/v2', ...given }));

describe('the form of a permission', () => {
  it('becomes members of a permission', () => {
    expect(permissionMembers(fieldsOf({ use_header: 'true', service_header: 'city' }), 'basic')).toEqual({
      name: 'read',
      description: null,
      action: 'GET',
      resource: '/v2',
      is_regex: false,
      use_authorization_service_header: true,
      authorization_service_header: 'city',
    });
  });

  it('sends patterns only where decisions look at payloads', () => {
    const fields = fieldsOf({ regex_types: 'Room' });
    expect(permissionMembers(fields, 'payload')).toMatchObject({ regex_types: 'Room' });
    expect(permissionMembers(fields, 'basic')).not.toHaveProperty('regex_types');
  });

  it('sends an XACML rule alone', () => {
    const fields = fieldsOf({ xml: '<Rule/>', resource: '' });
    expect(permissionMembers(fields, 'advanced')).toEqual({
      name: 'read',
      description: null,
      xml: '<Rule/>',
    });
    expect(permissionMembers(fields, 'basic')).not.toHaveProperty('xml');
  });

  it('is that of its kind: entities in words, one a line, and what is empty left out', () => {
    const typed = {
      kind: 'entities',
      types: ' Room\r\nCar ',
      attrs: '',
      id_pattern: '^R',
      service_header: 'x',
    };
    const fields = readPermissionFields(new Form({ ...typed, entity_verbs: ['read', 'update'] }));
    expect(permissionMembers(fields, 'payload')).toEqual({
      name: '',
      description: null,
      entities: { verbs: ['read', 'update'], types: ['Room', 'Car'], id_pattern: '^R' },
      use_authorization_service_header: false,
      authorization_service_header: null,
    });
    const nothing = readPermissionFields(new Form({ kind: 'entities' }));
    expect(permissionMembers(nothing, 'basic')).toMatchObject({ entities: { verbs: [] } });
  });

  it.each<[Record<string, string>, Record<string, string>]>([
    [{}, {}],
    [{ permission_name: ' ' }, { permission_name: 'problem.required' }],
    [{ permission_name: 'x'.repeat(256) }, { permission_name: 'problem.long' }],
    [{ resource: '' }, { resource: 'problem.resource' }],
    [{ xml: '<Rule/>', resource: '' }, {}],
    [{ use_header: 'true', service_header: 'a\tb' }, { service_header: 'problem.characters' }],
  ])('finds in %j the problems %j', (given, problems) => {
    const { faults } = readShape(CreatePermission, permissionMembers(fieldsOf(given), 'advanced'), FORM);
    expect(problemsOf(faults, permissionFieldNames)).toEqual(problems);
  });
});
