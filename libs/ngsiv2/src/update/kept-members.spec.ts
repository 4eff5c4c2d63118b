import { applyUpdate, parseJson, type Attribute, type Entity } from '@smart-city/context';
import { parseAttributes } from '../parse/parse-entity';

const link: Attribute = {
  kind: 'Relationship',
  type: 'Relationship',
  value: 'urn:a:1',
  objectType: 'Room',
  metadata: new Map([['since', { kind: 'Property', type: 'Number', value: 1 }]]),
  instances: [
    {
      kind: 'Relationship',
      type: 'Relationship',
      value: 'urn:a:9',
      datasetId: 'urn:d:1',
      metadata: new Map(),
      creDate: 1,
      modDate: 1,
    },
  ],
  creDate: 1,
  modDate: 1,
};
const entity: Entity = {
  id: 'E',
  type: 'T',
  furtherTypes: ['U'],
  scopes: ['/x', '/y'],
  servicePath: '/',
  attrs: new Map([['link', link]]),
  creDate: 1,
  modDate: 1,
};

function patched(body: string): Entity {
  const update = { action: 'update', ref: { id: 'E' }, attrs: parseAttributes(parseJson(body)) } as const;
  const result = applyUpdate({ tenant: '', servicePath: '/' }, entity, update, 50);
  if (result.kind !== 'done') throw new Error(result.kind);
  return result.changes[0]!.after!;
}

it('a value of NGSIv2 that the kind holds keeps kind, instances and sub-attributes', () => {
  const after = patched('{"link":{"value":"urn:a:2"}}');
  expect(after).toMatchObject({ furtherTypes: ['U'], scopes: ['/x', '/y'] });
  expect(after.attrs.get('link')).toEqual({ ...link, type: 'Text', value: 'urn:a:2', modDate: 50 });
});

it('a value that the kind does not hold makes a Property', () => {
  const after = patched('{"link":{"value":5}}').attrs.get('link');
  expect(after).toMatchObject({ kind: 'Property', type: 'Number', value: 5, instances: link.instances });
  expect(after).not.toHaveProperty('objectType');
});

it('a type that names a kind is taken at its word', () => {
  expect(patched('{"link":{"type":"VocabProperty","value":"urn:a:1"}}').attrs.get('link')?.kind).toBe(
    'VocabProperty',
  );
  expect(patched('{"link":{"type":"geo:point","value":"1,2"}}').attrs.get('link')?.kind).toBe('GeoProperty');
});
