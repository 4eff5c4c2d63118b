import fc from 'fast-check';
import { OAuthError } from '../oauth-errors';
import { entityVerbOf, parseEvaluation } from './evaluation';

const question = {
  subject: { type: 'user', id: 'alice' },
  action: { name: 'GET' },
  resource: { type: 'path', id: '/data' },
};

describe('An evaluation', () => {
  it('is read with what it says of tenant, service paths and entity, and without what nobody knows', () => {
    const sent = {
      ...question,
      subject: { ...question.subject, properties: { department: 'x' } },
      resource: {
        type: 'entity',
        id: 'Room1',
        properties: { entityType: 'Room', attributes: ['t'], owner: 'bob' },
      },
      context: { tenant: 'city', servicePath: '/a,/b', explain: true, time: 7 },
      more: 1,
    };
    expect(parseEvaluation(sent)).toEqual({
      subject: { type: 'user', id: 'alice' },
      action: 'GET',
      resource: { type: 'entity', id: 'Room1', entityType: 'Room', attributes: ['t'] },
      serviceHeader: 'city',
      servicePaths: ['/a', '/b'],
      explain: true,
    });
  });

  it.each<[string, object]>([
    ['subject', { subject: undefined }],
    ['subject', { subject: [] }],
    ['subject', { subject: 'alice' }],
    ['subject.type', { subject: { id: 'alice' } }],
    ['subject.id', { subject: { type: 'user' } }],
    ['subject.id', { subject: { type: 'user', id: 7 } }],
    ['subject.id', { subject: { type: 'user', id: '' } }],
    ['subject.id', { subject: { type: 'user', id: 'a\0' } }],
    ['subject.id', { subject: { type: 'user', id: 'x'.repeat(2049) } }],
    ['action', { action: null }],
    ['action', { action: 'GET' }],
    ['action.name', { action: { name: null } }],
    ['resource.type', { resource: { id: '/' } }],
    ['resource.id', { resource: { type: 'path', id: ['/'] } }],
    ['resource.properties', { resource: { type: 'entity', id: 'e', properties: 'Room' } }],
    [
      'resource.properties.entityType',
      { resource: { type: 'entity', id: 'e', properties: { entityType: ['Room'] } } },
    ],
    [
      'resource.properties.attributes',
      { resource: { type: 'entity', id: 'e', properties: { attributes: 't' } } },
    ],
    ['context', { context: 'city' }],
    ['context.tenant', { context: { tenant: 7 } }],
    ['context.servicePath', { context: { servicePath: [7] } }],
    ['context.servicePath', { context: { servicePath: Array(101).fill('/a') } }],
  ])('whose %s is wrong is refused by name', (name, more) => {
    expect(() => parseEvaluation({ ...question, ...more })).toThrow(
      new RegExp(`^\`${name.replaceAll('.', '\\.')}\` `),
    );
  });

  it.each([undefined, null, [], [question], 'text', 7])('is an object, not %j', (body) => {
    expect(() => parseEvaluation(body)).toThrow(OAuthError);
  });

  it('is nothing that an object inherits', () => {
    const inherited = JSON.parse(`{"__proto__":${JSON.stringify(question)}}`) as object;
    expect(() => parseEvaluation(inherited)).toThrow(OAuthError);
    expect(entityVerbOf('constructor')).toBeUndefined();
    expect(entityVerbOf('__proto__')).toBeUndefined();
  });

  it('is read or refused, whatever is sent', () => {
    const part = fc.oneof(
      fc.jsonValue(),
      fc.record({ type: fc.jsonValue(), id: fc.jsonValue(), name: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.record({ subject: part, action: part, resource: part, context: part }), (body) => {
        try {
          const { subject, action, resource } = parseEvaluation(body);
          for (const text of [subject.type, subject.id, action, resource.type, resource.id])
            expect(text).not.toBe('');
        } catch (error) {
          expect(error).toBeInstanceOf(OAuthError);
        }
      }),
    );
  });
});

describe('What an action does to an entity', () => {
  it.each([
    ['read', 'read'],
    ['Delete', 'delete'],
    ['GET', 'read'],
    ['post', 'create'],
    ['PATCH', 'update'],
    ['PUT', 'update'],
    ['subscribe', 'subscribe'],
    ['paint', undefined],
  ])('said as %s is %s', (action, verb) => {
    expect(entityVerbOf(action)).toBe(verb);
  });
});
