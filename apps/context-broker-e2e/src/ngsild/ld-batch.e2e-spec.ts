import { describeEachStore } from '../support/each-store';
import { LdClient, LD_JSON, outcome } from './ld-client';

const CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.9.jsonld';
const ERRORS = 'https://uri.etsi.org/ngsi-ld/errors/';
const id = (n: number) => `urn:ngsi-ld:T:${n}`;
const entity = (n: number, members: object = {}) => ({ id: id(n), type: 'T', ...members });

/** Returns the ids that a 207 names as done, and the error types of the others. */
const report = (body: unknown) => {
  const { success, errors } = body as {
    success: string[];
    errors: { entityId?: string; error: { type: string; status: number } }[];
  };
  return {
    success,
    errors: errors.map(({ entityId, error }) => [entityId, error.type.replace(ERRORS, ''), error.status]),
  };
};

describeEachStore('batches of NGSI-LD', (broker) => {
  const client = () => new LdClient(broker());
  const run = (ld: LdClient, operation: string, body: unknown, headers?: Record<string, string>) =>
    ld.post(`/entityOperations/${operation}`, body, headers);

  it('create entities, in order', async () => {
    const ld = client();
    const made = await run(ld, 'create', [entity(1), entity(2)]);
    expect(made).toMatchObject({ status: 201, body: JSON.stringify([id(1), id(2)]) });
    const partly = await run(ld, 'create', [
      entity(3),
      entity(1),
      { id: 'x', type: 'T' },
      entity(3),
      { type: 'T' },
      4,
    ]);
    expect(partly).toMatchObject({ status: 207, reason: 'Multi-Status' });
    expect(report(partly.json())).toEqual({
      success: [id(3)],
      errors: [
        [id(1), 'AlreadyExists', 409],
        ['x', 'BadRequestData', 400],
        [id(3), 'AlreadyExists', 409],
        [undefined, 'BadRequestData', 400],
        [undefined, 'BadRequestData', 400],
      ],
    });
    expect((await run(ld, 'create', [entity(1)])).status).toBe(207);
  });

  it('upsert: replace by default, update when asked to', async () => {
    const ld = client();
    expect((await run(ld, 'upsert', [entity(1, { a: 1, b: 1 })])).json()).toEqual([id(1)]);
    expect(outcome(await run(ld, 'upsert', [entity(1, { a: 2 })]))).toBe('204');
    expect(await ld.shown(id(1))).toEqual({ type: 'T', a: 2 });
    const mixed = await run(ld, 'upsert?options=update', [entity(1, { b: 3 }), entity(2)]);
    expect(mixed).toMatchObject({ status: 201, body: JSON.stringify([id(2)]) });
    expect(await ld.shown(id(1))).toEqual({ type: 'T', a: 2, b: 3 });
    const partly = await run(ld, 'upsert', [entity(2, { a: 1 }), entity(3), entity(4, { a: null })]);
    expect(report(partly.json())).toEqual({
      success: [id(2), id(3)],
      errors: [[id(4), 'BadRequestData', 400]],
    });
  });

  it('apply what concerns one entity in order, at one time', async () => {
    const ld = client();
    expect((await run(ld, 'upsert', [entity(1, { a: 1 }), entity(1, { b: 2 }), entity(2)])).json()).toEqual([
      id(1),
      id(2),
    ]);
    expect(await ld.shown(id(1))).toEqual({ type: 'T', b: 2 });
    const times = await Promise.all([1, 2].map((n) => ld.shown(id(n), 'options=sysAttrs')));
    const [one, two] = times as { modifiedAt: string }[];
    expect(one!.modifiedAt).toBe(two!.modifiedAt);
  });

  it('update entities that are there', async () => {
    const ld = client();
    await run(ld, 'create', [entity(1, { a: 1 })]);
    expect(outcome(await run(ld, 'update', [{ id: id(1), a: 2, b: 3 }]))).toBe('204');
    expect(outcome(await run(ld, 'update?options=noOverwrite', [{ id: id(1), a: 9, c: 4 }]))).toBe('204');
    expect(await ld.shown(id(1))).toEqual({ type: 'T', a: 2, b: 3, c: 4 });
    const partly = await run(ld, 'update', [{ id: id(1), a: 5 }, entity(2, { a: 1 })]);
    expect(report(partly.json())).toEqual({ success: [id(1)], errors: [[id(2), 'ResourceNotFound', 404]] });
  });

  it('merge entities that are there', async () => {
    const ld = client();
    await run(ld, 'create', [entity(1, { a: { value: { x: 1, y: 2 } } })]);
    const body = [{ id: id(1), a: { value: { x: 'urn:ngsi-ld:null' } } }];
    expect(outcome(await run(ld, 'merge', body))).toBe('204');
    expect(await ld.shown(id(1))).toEqual({ type: 'T', a: { y: 2 } });
    const partly = await run(ld, 'merge', [...body, entity(2, { a: 1 })]);
    expect(report(partly.json())).toEqual({ success: [id(1)], errors: [[id(2), 'ResourceNotFound', 404]] });
  });

  it('delete entities', async () => {
    const ld = client();
    await run(ld, 'create', [entity(1), entity(2)]);
    expect(outcome(await run(ld, 'delete', [id(1)]))).toBe('204');
    const partly = await run(ld, 'delete', [id(2), id(2), 'x', 4]);
    expect(report(partly.json())).toEqual({
      success: [id(2)],
      errors: [
        [id(2), 'ResourceNotFound', 404],
        ['x', 'BadRequestData', 400],
        [undefined, 'BadRequestData', 400],
      ],
    });
  });

  it('hold each item to the rules of its context', async () => {
    const ld = client();
    const context = { a: 'https://example.org/a' };
    const items = [
      entity(1, { a: 1, '@context': [context, CORE] }),
      entity(2, { a: 1 }),
      entity(3, { '@context': 4 }),
    ];
    const answer = await run(ld, 'create', items, LD_JSON);
    expect(report(answer.json())).toEqual({
      success: [id(1)],
      errors: [
        [id(2), 'BadRequestData', 400],
        [id(3), 'BadRequestData', 400],
      ],
    });
    expect(await ld.shown(id(1))).toEqual({ type: 'T', 'https://example.org/a': 1 });
    const misplaced = await run(ld, 'upsert', [entity(4, { '@context': CORE })]);
    expect(report(misplaced.json())).toEqual({ success: [], errors: [[id(4), 'BadRequestData', 400]] });
  });

  it.each<[string, unknown, string]>([
    ['create', [], '400 BadRequestData'],
    ['create', {}, '400 BadRequestData'],
    ['upsert', [null], '400 BadRequestData'],
    ['update', '[', '400 InvalidRequest'],
    ['merge', [], '400 BadRequestData'],
    ['delete', [], '400 BadRequestData'],
    ['upsert?options=noOverwrite', [entity(1)], '400 InvalidRequest'],
    ['update?options=update', [entity(1)], '400 InvalidRequest'],
    ['create?options=update', [entity(1)], '400 InvalidRequest'],
    ['delete?type=T', [id(1)], '400 InvalidRequest'],
  ])('%s of %j: %s', async (operation, body, expected) => {
    const ld = client();
    await ld.make({});
    const answer = await run(ld, operation, body, { 'Content-Type': 'application/json' });
    expect(outcome(answer)).toBe(expected);
  });

  it.each(['update', 'merge', 'delete'])('%s finds no tenant that nobody made', async (operation) => {
    const body = operation === 'delete' ? [id(1)] : [entity(1)];
    expect(outcome(await run(client(), operation, body))).toBe('404 NonexistentTenant');
  });
});
