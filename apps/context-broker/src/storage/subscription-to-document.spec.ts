import { compileSimpleQuery, parseNewSubscription, parseQ, type Entity } from '@smart-city/ngsi';
import { toJsonValue } from '@smart-city/ngsi-testing';
import { subscriptionOfDocument } from './subscription-of-document';
import { subscriptionToDocument } from './subscription-to-document';

const id = '51c0ac9ed714fb3b37d7d5a8';
const documentOf = (expression: object) =>
  subscriptionToDocument({
    ...parseNewSubscription(
      toJsonValue({
        subject: { entities: [{ idPattern: '.*' }], condition: { expression } },
        notification: { http: { url: 'http://h:1' } },
      }),
      '/#',
    ),
    id,
    counters: { timesSent: 0, failsCounter: 0 },
  });

describe('an expression in the extended language', () => {
  const document = documentOf({ q: 'A|B', mq: 'A.m', extendedQuery: true });
  const stored = document.get('expression') as ReadonlyMap<string, string>;

  it('is beside what Orion reads, which never holds', () => {
    expect(stored).toEqual(
      toJsonValue({
        q: 'extendedQuery;!extendedQuery',
        mq: '',
        geometry: '',
        coords: '',
        georel: '',
        extended: { q: 'A|B', mq: 'A.m' },
      }),
    );
    const attribute = { type: 'T', value: 1, metadata: new Map(), creDate: 1, modDate: 1 };
    const entity: Entity = {
      id: 'E',
      type: 'T',
      servicePath: '/',
      attrs: new Map([['extendedQuery', attribute]]),
      creDate: 1,
      modDate: 1,
    };
    for (const semantics of ['database', 'notification'] as const) {
      const test = compileSimpleQuery(parseQ(stored.get('q') as string), { semantics });
      expect([test(entity), test({ ...entity, attrs: new Map() })]).toEqual([false, false]);
    }
  });

  it('is what is read again, until Orion writes another', () => {
    const read = (expression: unknown) =>
      subscriptionOfDocument(id, new Map<string, unknown>([...document, ['expression', expression]]))
        .condition.expression;
    expect(read(stored)).toEqual({ q: 'A|B', mq: 'A.m', extended: true });
    expect(read(toJsonValue({ q: 'A>1', mq: '', geometry: '', coords: '', georel: '' }))).toEqual({
      q: 'A>1',
    });
  });
});
