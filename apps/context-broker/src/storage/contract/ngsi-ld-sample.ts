import { toJsonValue } from '@smart-city/ngsi-testing';
import {
  ngsiv2TypeOf,
  type Attribute,
  type AttributeInstance,
  type AttributeKind,
  type EntityDraft,
  type EntityRewrite,
  type Metadata,
} from '@smart-city/context';

/** An instance as NGSI-LD writes it, from plain JSON. */
export function instance(
  kind: AttributeKind,
  value: unknown,
  more: Partial<AttributeInstance> = {},
): AttributeInstance {
  const json = toJsonValue(value);
  return {
    kind,
    type: ngsiv2TypeOf(kind, json),
    value: json,
    metadata: new Map(),
    creDate: 5.25,
    modDate: 6.5,
    ...more,
  };
}

export const property = (value: unknown, more: Partial<Attribute> = {}): Attribute => ({
  ...instance('Property', value),
  ...more,
});

/** A sub-attribute as NGSI-LD writes it. */
export const sub = (kind: AttributeKind, value: unknown, more: Partial<Metadata> = {}): Metadata => {
  const { metadata: _none, ...item } = instance(kind, value);
  return { ...item, ...more };
};

const OBSERVED_AT: Metadata = { type: 'DateTime', value: 1577836800.25, text: '2020-01-01T00:00:00.25Z' };

/** One attribute of each kind, and one with everything that an attribute may have. */
export const EVERY_KIND: Readonly<Record<string, Attribute>> = {
  speed: property(55.5, {
    type: 'Speed',
    valueType: 'https://example.org/kmh',
    expiresAt: '2090-01-01T00:00:00Z',
    metadata: new Map<string, Metadata>([
      ['observedAt', OBSERVED_AT],
      ['unitCode', { type: 'Text', value: 'KMH' }],
      [
        'https://example.org/dotted.source',
        sub('Relationship', 'urn:ngsi-ld:Sensor:1', {
          objectType: ['Sensor', 'Device'],
          metadata: new Map([['observedAt', OBSERVED_AT]]),
          instances: [sub('Relationship', 'urn:ngsi-ld:Sensor:2', { datasetId: 'urn:d:2' })],
        }),
      ],
      ['flat', { type: 'Number', value: 1 }],
    ]),
    instances: [
      instance('Property', 54, { datasetId: 'urn:d:1', metadata: new Map([['observedAt', OBSERVED_AT]]) }),
      instance('Property', null, { datasetId: 'https://example.org/d.2', expiresAt: '2091-01-01T00:00:00Z' }),
    ],
  }),
  'https://example.org/a.b#c': instance('Relationship', ['urn:a:1', 'urn:a:2'], { objectType: 'Room' }),
  place: instance('GeoProperty', { type: 'Point', coordinates: [1, 2] }),
  named: instance('LanguageProperty', { fr: 'a', 'nl-BE': ['b', 'c'], '@none': 'd' }),
  sort: instance('VocabProperty', ['https://example.org/x.y', 'plain']),
  raw: instance('JsonProperty', { 'a.b': null, $c: [{ 1: true }] }),
  list: instance('ListProperty', [3, 1, { k: 2 }]),
  links: instance('ListRelationship', ['urn:a:2', 'urn:a:1']),
  dated: property(1577836800, { type: 'DateTime', text: '2020-01-01T00:00:00Z', valueType: 'DateTime' }),
  only: property('x', {
    datasetId: 'urn:d:9',
    instances: [instance('Property', 'y', { datasetId: 'urn:d:8' })],
  }),
};

export const draft = (
  id: string,
  attrs: Readonly<Record<string, Attribute>>,
  more: Partial<EntityDraft> = {},
): EntityDraft => ({ id, type: 'T', servicePath: '/', attrs: new Map(Object.entries(attrs)), ...more });

/** A rewrite that makes the entity what the draft says, whatever it was. */
export const becomes = (after: EntityDraft): EntityRewrite<string> => ({
  id: after.id,
  rewrite: () => ({ kind: 'write', after, requested: [...after.attrs.keys()] }),
});
