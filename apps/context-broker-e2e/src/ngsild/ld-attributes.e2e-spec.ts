import { describeEachStore } from '../support/each-store';
import { LdClient, outcome } from './ld-client';

const NULL = 'urn:ngsi-ld:null';
const FULL = 'https://uri.etsi.org/ngsi-ld/default-context/';
const TWO = [{ value: 1 }, { value: 2, datasetId: 'urn:d:1' }];

describeEachStore('attributes of NGSI-LD', (broker) => {
  const client = () => new LdClient(broker());

  it('are appended: replaced or added', async () => {
    const ld = client();
    const id = await ld.make({ a: { value: 1, s: 1 } });
    expect(outcome(await ld.post(`/entities/${id}/attrs`, { type: 'U', a: 2, b: 3, scope: 'A' }))).toBe(
      '204',
    );
    expect(await ld.shown(id)).toEqual({ type: ['T', 'U'], scope: '/A', a: 2, b: 3 });
  });

  it('are refused for another entity than that of the path', async () => {
    const ld = client();
    const id = await ld.make({ a: 1 });
    const other = { id: 'urn:ngsi-ld:T:other', a: 2 };
    expect(outcome(await ld.post(`/entities/${id}/attrs`, other))).toBe('400 BadRequestData');
    expect(outcome(await ld.patch(`/entities/${id}/attrs`, other))).toBe('400 BadRequestData');
    expect(await ld.shown(id)).toEqual({ type: 'T', a: 1 });
  });

  it('are left as they are with noOverwrite, which the answer tells', async () => {
    const ld = client();
    const id = await ld.make({ a: 1 });
    const answer = await ld.post(`/entities/${id}/attrs?options=noOverwrite`, { a: 2, b: 3 });
    expect(answer).toMatchObject({ status: 207, reason: 'Multi-Status' });
    expect(answer.json()).toEqual({
      updated: [`${FULL}b`],
      notUpdated: [{ attributeName: `${FULL}a`, reason: expect.any(String) as string }],
    });
    expect(await ld.shown(id)).toEqual({ type: 'T', a: 1, b: 3 });
    const before = await ld.shown(id, 'options=sysAttrs');
    const none = await ld.post(`/entities/${id}/attrs?options=noOverwrite`, { a: 2 });
    expect(none.json()).toMatchObject({ updated: [], notUpdated: [{ attributeName: `${FULL}a` }] });
    expect(await ld.shown(id, 'options=sysAttrs')).toEqual(before);
  });

  it('are updated: replaced whole, added, or deleted', async () => {
    const ld = client();
    const id = await ld.make({ a: { value: 1, s: 1 }, b: 2 });
    expect(outcome(await ld.patch(`/entities/${id}/attrs`, { a: 3, b: NULL, c: 4 }))).toBe('204');
    expect(await ld.shown(id)).toEqual({ type: 'T', a: 3, c: 4 });
  });

  it('are updated in part', async () => {
    const ld = client();
    const id = await ld.make({ a: { value: 1, unitCode: 'CEL', s: 1 }, m: TWO });
    expect(outcome(await ld.patch(`/entities/${id}/attrs/a`, { value: 2, s: NULL }))).toBe('204');
    expect(outcome(await ld.patch(`/entities/${id}/attrs/m`, { value: 3, datasetId: 'urn:d:1' }))).toBe(
      '204',
    );
    expect(await ld.shown(id)).toEqual({
      type: 'T',
      a: { value: 2, unitCode: 'CEL' },
      m: [1, { value: 3, datasetId: 'urn:d:1' }],
    });
  });

  it('are replaced, also by another kind, and by their full name', async () => {
    const ld = client();
    const id = await ld.make({ a: { value: 1, s: 1 } });
    const path = `/entities/${id}/attrs/${encodeURIComponent(`${FULL}a`)}`;
    expect(outcome(await ld.put(path, { type: 'Relationship', object: 'urn:b:1' }))).toBe('204');
    expect(await ld.shown(id)).toEqual({ type: 'T', a: { object: 'urn:b:1' } });
  });

  it('are deleted: the default instance, one of a dataset, or all', async () => {
    const ld = client();
    const id = await ld.make({ m: TWO, n: TWO, o: TWO, scope: '/A' });
    for (const path of ['m', 'n?datasetId=urn:d:1', 'o?deleteAll=true', 'scope'])
      expect(outcome(await ld.delete(`/entities/${id}/attrs/${path}`))).toBe('204');
    expect(await ld.shown(id)).toEqual({ type: 'T', m: { value: 2, datasetId: 'urn:d:1' }, n: 1 });
  });

  it.each<[string, string, unknown, string]>([
    ['POST', 'urn:ngsi-ld:T:9/attrs', { a: 1 }, '404 ResourceNotFound'],
    ['POST', 'urn:ngsi-ld:T:1/attrs', {}, '400 InvalidRequest'],
    ['POST', 'urn:ngsi-ld:T:1/attrs', { a: NULL }, '400 BadRequestData'],
    ['POST', 'urn:ngsi-ld:T:1/attrs', { unitCode: 'CEL' }, '400 BadRequestData'],
    ['POST', 'urn:ngsi-ld:T:1/attrs?options=overwrite', { a: 1 }, '400 InvalidRequest'],
    ['POST', 'urn:ngsi-ld:T:1/attrs?type=U', { a: 1 }, '404 ResourceNotFound'],
    ['PATCH', 'urn:ngsi-ld:T:9/attrs', { a: 1 }, '404 ResourceNotFound'],
    ['PATCH', 'urn:ngsi-ld:T:1/attrs', { a: { value: { x: NULL } } }, '400 BadRequestData'],
    ['PATCH', 'urn:ngsi-ld:T:1/attrs?options=noOverwrite', { a: 1 }, '400 InvalidRequest'],
    ['PATCH', 'urn:ngsi-ld:T:1/attrs/z', { value: 1 }, '404 ResourceNotFound'],
    ['PATCH', 'urn:ngsi-ld:T:1/attrs/a', { value: 1, datasetId: 'urn:d:9' }, '404 ResourceNotFound'],
    ['PATCH', 'urn:ngsi-ld:T:1/attrs/a', { object: 'urn:b:1' }, '400 BadRequestData'],
    ['PATCH', 'urn:ngsi-ld:T:1/attrs/scope', { value: '/A' }, '400 BadRequestData'],
    ['PATCH', 'urn:ngsi-ld:T:1/attrs/a(b)', { value: 1 }, '400 BadRequestData'],
    ['PUT', 'urn:ngsi-ld:T:1/attrs/z', { value: 1 }, '404 ResourceNotFound'],
    ['PUT', 'urn:ngsi-ld:T:1/attrs/a', { observedAt: '2026-01-01T00:00:00Z' }, '400 BadRequestData'],
    ['PUT', 'urn:ngsi-ld:T:1/attrs/a', {}, '400 InvalidRequest'],
    ['DELETE', 'urn:ngsi-ld:T:1/attrs/z', undefined, '404 ResourceNotFound'],
    ['DELETE', 'urn:ngsi-ld:T:1/attrs/a?datasetId=urn:d:9', undefined, '404 ResourceNotFound'],
    ['DELETE', 'urn:ngsi-ld:T:1/attrs/a?datasetId=d', undefined, '400 BadRequestData'],
    ['DELETE', 'urn:ngsi-ld:T:1/attrs/a?deleteAll=yes', undefined, '400 BadRequestData'],
    ['DELETE', 'urn:ngsi-ld:T:1/attrs/scope', undefined, '404 ResourceNotFound'],
    ['DELETE', 'none/attrs/a', undefined, '400 BadRequestData'],
  ])('%s %s with %j: %s', async (method, path, body, expected) => {
    const ld = client();
    await ld.make({ a: 1 });
    expect(outcome(await ld.send(method, `/entities/${path}`, body))).toBe(expected);
    expect(await ld.shown('urn:ngsi-ld:T:1')).toEqual({ type: 'T', a: 1 });
  });
});
