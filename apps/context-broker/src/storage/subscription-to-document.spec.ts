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

describe('an expression about an attribute', () => {
  const geo = { geometry: 'point', coords: '1,2', georel: 'near;maxDistance:1' };
  const read = (expression: object) =>
    subscriptionOfDocument(id, documentOf(expression)).condition.expression;

  it('is beside what Orion reads, which never holds', () => {
    expect(documentOf({ q: 'A>1', ...geo, geoproperty: 'yard' }).get('expression')).toEqual(
      toJsonValue({
        q: 'extendedQuery;!extendedQuery',
        mq: '',
        ...geo,
        plain: { q: 'A>1', mq: '' },
        geoproperty: 'yard',
      }),
    );
  });

  it('is what is read again, in either language', () => {
    for (const texts of [{}, { q: 'A>1' }, { q: 'A>1', mq: 'A.m' }])
      expect(read({ ...texts, ...geo, geoproperty: 'yard' })).toEqual({
        ...texts,
        ...geo,
        geoproperty: 'yard',
      });
    expect(read({ q: 'A|B', extendedQuery: true, ...geo, geoproperty: 'yard' })).toEqual({
      q: 'A|B',
      extended: true,
      ...geo,
      geoproperty: 'yard',
    });
  });

  it('is as ever without the geo fields, or without the attribute', () => {
    expect(read({ q: 'A', geoproperty: 'yard' })).toEqual({ q: 'A' });
    expect(documentOf({ ...geo }).get('expression')).toEqual(toJsonValue({ q: '', mq: '', ...geo }));
  });
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
