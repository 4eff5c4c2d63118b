import { Invalid } from '../../../faults/faults';
import { ApiError } from '../../../http/api-errors';
import { textsOf } from '../../../validation/lists';
import { BodyPipe } from '../body.pipe';
import { OpaQuestion, XacmlQuestion, type OpaQuestion as Question } from './pdp-shapes';
import { parseXacmlQuestion } from './xacml-question';

const question = { appId: 'a', action: 'POST', resource: '/v2/op/update' };

const read = (body: unknown, metatype: typeof OpaQuestion | typeof XacmlQuestion) =>
  new BodyPipe().transform(body, { type: 'body', metatype, data: undefined });

const asXacml = (members: Readonly<Record<string, unknown>>) => {
  const attributes = (ids: Readonly<Record<string, string>>) =>
    Object.entries(ids)
      .filter(([, name]) => Object.hasOwn(members, name))
      .map(([AttributeId, name]) => ({ AttributeId, Value: members[name] }));
  return {
    Request: {
      AccessSubject: [{ Attribute: attributes({ 'urn:oasis:names:tc:xacml:2.0:subject:role': 'roles' }) }],
      Action: { Attribute: attributes({ 'urn:oasis:names:tc:xacml:1.0:action:action-id': 'action' }) },
      Resource: [
        {
          Attribute: attributes({
            'urn:oasis:names:tc:xacml:1.0:resource:resource-id': 'appId',
            'urn:thales:xacml:2.0:resource:sub-resource-id': 'resource',
            'urn:ngsi-ld:resource:tenant': 'tenant',
            'urn:ngsi-ld:resource:ids': 'ids',
          }),
        },
      ],
    },
  };
};

/** Both ways to ask the same; what is refused is told by member and rule. */
const asked = (members: Readonly<Record<string, unknown>>): readonly unknown[] =>
  [
    () => read(members, OpaQuestion) as Question,
    () => parseXacmlQuestion(read(asXacml(members), XacmlQuestion) as XacmlQuestion),
  ].map((ask) => {
    try {
      return ask();
    } catch (error) {
      if (error instanceof Invalid) return `${error.field} ${error.rule}`;
      throw error;
    }
  });

describe('A question about roles', () => {
  it('is the same in both languages', () => {
    const members = { ...question, roles: ['r', 's'], tenant: 'city', ids: ['e'] };
    for (const found of asked(members)) expect(found).toMatchObject(members);
  });

  it.each<[string, object, string]>([
    ['no application', { appId: '' }, 'appId required'],
    ['no verb', { action: null }, 'action required'],
    ['a path that is no text', { resource: 7 }, 'resource string'],
    ['a long path', { resource: 'x'.repeat(2049) }, 'resource long'],
    ['a path with a NUL', { resource: 'a\0' }, 'resource characters'],
    ['a tenant that is no text', { tenant: {} }, 'tenant string'],
    ['ids that are no texts', { ids: [{ $ne: 1 }] }, 'ids string'],
    ['a long id', { ids: ['x'.repeat(2049)] }, 'ids long'],
    ['very many roles', { roles: Array(1001).fill('x') }, 'roles tooMany'],
  ])('with %s is refused', (_case, more, told) => {
    expect(asked({ ...question, ...more })).toEqual([told, told]);
  });

  it.each([undefined, null, 'text', [], 7])('is an object, not %j', (body) => {
    for (const shape of [OpaQuestion, XacmlQuestion])
      expect(() => read(body, shape)).toThrow(new Invalid('body', 'missing'));
  });

  it.each([undefined, null, 'text'])('in XACML has a request, not %j', (Request) => {
    expect(() => read({ Request }, XacmlQuestion)).toThrow(Invalid);
  });

  it('names one path in XACML, of several one would be passed over', () => {
    const body = read(asXacml({ ...question, resource: ['/a', '/b'] }), XacmlQuestion) as XacmlQuestion;
    expect(() => parseXacmlQuestion(body)).toThrow(ApiError);
  });

  it.each<[unknown, readonly string[]]>([
    ['one', ['one']],
    [
      ['one', 'two'],
      ['one', 'two'],
    ],
    [['', null, 'one'], ['one']],
    [undefined, []],
    [null, []],
    ['', []],
  ])('lists %j', (sent, texts) => {
    expect(textsOf(sent)).toEqual(texts);
  });
});
