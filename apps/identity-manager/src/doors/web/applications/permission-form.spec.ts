import { Form } from '../../../pages/form';
import { permissionBody, problemsOfPermission, readPermissionFields } from './permission-form';

const fieldsOf = (given: Record<string, string>) =>
  readPermissionFields(new Form({ permission_name: 'read', action: 'GET', resource: '/v2', ...given }));

describe('the form of a permission', () => {
  it('becomes a body of the management API', () => {
    expect(permissionBody(fieldsOf({ use_header: 'true', service_header: 'city' }), 'basic')).toEqual({
      permission: {
        name: 'read',
        description: '',
        action: 'GET',
        resource: '/v2',
        is_regex: false,
        use_authorization_service_header: true,
        authorization_service_header: 'city',
      },
    });
  });

  it('sends patterns only where decisions look at payloads', () => {
    expect(permissionBody(fieldsOf({ regex_types: 'Room' }), 'payload')).toMatchObject({
      permission: { regex_types: 'Room' },
    });
    expect(permissionBody(fieldsOf({ regex_types: 'Room' }), 'basic')).not.toHaveProperty(
      'permission.regex_types',
    );
  });

  it('sends an XACML rule alone', () => {
    const fields = fieldsOf({ xml: '<Rule/>' });
    expect(permissionBody(fields, 'advanced')).toEqual({
      permission: { name: 'read', description: '', xml: '<Rule/>' },
    });
    expect(permissionBody(fields, 'basic')).not.toHaveProperty('permission.xml');
  });

  it.each<[Record<string, string>, Record<string, string>]>([
    [{}, {}],
    [{ permission_name: ' ' }, { permission_name: 'problem.required' }],
    [{ resource: '' }, { resource: 'problem.resource' }],
    [{ resource: '(' }, {}],
    [{ resource: '(', is_regex: 'true' }, { resource: 'problem.pattern' }],
    [{ resource: 'a{999}b{999}c{999}', is_regex: 'true' }, { resource: 'problem.largePattern' }],
    [{ use_header: 'true' }, { service_header: 'problem.serviceHeader' }],
    [{ regex_types: '[' }, { regex_types: 'problem.pattern' }],
  ])('finds in %j the problems %j', (given, problems) => {
    expect(problemsOfPermission(fieldsOf(given), 'basic')).toEqual(problems);
  });
});
