import { readShape } from '../../validation/read-shape';
import { FORM } from '../../validation/rule';
import { ChangePermission, CreatePermission } from './permission-input';
import { CreateRole, RenameRole } from './role-input';

type Told = readonly (readonly [field: string, rule: string])[];
const brokenBy = (shape: new () => object, sent: object, by: 'program' | typeof FORM = 'program'): Told =>
  readShape(shape, sent, by).faults.map(({ field, rule }) => [field, rule] as const);
const json = (text: string) => JSON.parse(text) as object;
const good = { name: 'read', action: 'GET', resource: '/v2' };

describe('What a new permission is sent as', () => {
  it.each<[object, Told]>([
    [good, []],
    [{}, [['name', 'required']]],
    [{ ...good, name: '' }, [['name', 'required']]],
    [{ ...good, name: null }, [['name', 'required']]],
    [{ ...good, name: ['read'] }, [['name', 'string']]],
    [{ ...good, name: 'x'.repeat(255) }, []],
    [{ ...good, name: 'x'.repeat(256) }, [['name', 'long']]],
    [{ ...good, name: 'a\tb' }, [['name', 'characters']]],
    [{ ...good, action: 'GET\r\nX: y' }, [['action', 'characters']]],
    [{ ...good, action: 1 }, [['action', 'string']]],
    [{ ...good, resource: '\0' }, [['resource', 'characters']]],
    [{ ...good, resource: 'x'.repeat(2_000) }, []],
    [{ ...good, resource: 'x'.repeat(2_001) }, [['resource', 'long']]],
    [{ ...good, xml: 'x'.repeat(60_000) }, []],
    [{ ...good, xml: 'x'.repeat(60_001) }, [['xml', 'long']]],
    [{ ...good, description: 'one\ntwo' }, []],
    [{ ...good, description: 'x'.repeat(10_001) }, [['description', 'long']]],
    [{ ...good, is_regex: 'yes' }, [['is_regex', 'boolean']]],
    [{ ...good, is_regex: 0, use_authorization_service_header: '' }, []],
    [{ ...good, use_authorization_service_header: 1 }, [['use_authorization_service_header', 'boolean']]],
    [{ ...good, authorization_service_header: 'a\nb' }, [['authorization_service_header', 'characters']]],
    [{ ...good, regex_types: 'x'.repeat(2_001) }, [['regex_types', 'long']]],
    [{ ...good, entities: [] }, [['entities', 'object']]],
    [{ ...good, entities: 'read' }, [['entities', 'object']]],
    [{ ...good, entities: null }, []],
    [{ ...good, is_internal: true }, []],
    [json('{"__proto__":{"name":"x"},"constructor":{"name":"y"}}'), [['name', 'required']]],
  ])('%j breaks %j', (sent, told) => {
    expect(brokenBy(CreatePermission, sent)).toEqual(told);
  });

  it.each<[object, Told]>([
    [{ ...good, resource: '' }, [['resource', 'resource']]],
    [{ name: 'x', xml: '<Rule/>' }, []],
    [{ name: 'x', entities: { verbs: [] } }, []],
  ])('by a form, %j breaks %j', (sent, told) => {
    expect(brokenBy(CreatePermission, sent, FORM)).toEqual(told);
  });

  it('is nothing of what only the service sets', () => {
    const sent = { ...good, is_internal: true, applicationId: 'other', toString: 1 };
    expect({ ...readShape(CreatePermission, sent, 'program').input }).toEqual(good);
  });
});

describe('What a change of a permission is sent as', () => {
  it.each<[object, Told]>([
    [{}, []],
    [{ name: '' }, [['name', 'required']]],
    [{ name: null }, [['name', 'required']]],
    [{ id: 'x' }, [['id', 'fixed']]],
    [{ is_internal: true }, [['is_internal', 'fixed']]],
    [{ id: '', is_internal: false }, []],
    [
      { name: 'a\0', id: 'x' },
      [
        ['name', 'characters'],
        ['id', 'fixed'],
      ],
    ],
  ])('%j breaks %j', (sent, told) => {
    expect(brokenBy(ChangePermission, sent).toSorted()).toEqual(told.toSorted());
  });
});

describe('What a role is sent as', () => {
  it.each<[new () => object, object, Told]>([
    [CreateRole, { name: 'guard' }, []],
    [CreateRole, {}, [['name', 'required']]],
    [CreateRole, { name: '' }, [['name', 'required']]],
    [CreateRole, { name: 5 }, [['name', 'string']]],
    [CreateRole, { name: { toString: 'x' } }, [['name', 'string']]],
    [CreateRole, { name: 'x'.repeat(256) }, [['name', 'long']]],
    [CreateRole, { name: 'a\u007fb' }, [['name', 'characters']]],
    [CreateRole, { name: 'Gua\u0301rdia' }, []],
    [CreateRole, json('{"__proto__":{"name":"x"}}'), [['name', 'required']]],
    [RenameRole, {}, []],
    [RenameRole, { name: '' }, [['name', 'required']]],
    [RenameRole, { name: null }, [['name', 'required']]],
    [RenameRole, { id: 'x' }, [['id', 'fixed']]],
    [RenameRole, { is_internal: true }, [['is_internal', 'fixed']]],
  ])('%p of %j breaks %j', (shape, sent, told) => {
    expect(brokenBy(shape, sent)).toEqual(told);
  });
});
