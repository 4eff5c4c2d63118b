import type { Attribute, Entity, JsonValue } from '@smart-city/context';
import { renderEntity } from './render-entity';

const attribute = (
  type: string,
  value: JsonValue,
  metadata: Attribute['metadata'] = new Map(),
): Attribute => ({
  type,
  value,
  metadata,
  creDate: 1,
  modDate: 2,
});
const point = (lon: number, lat: number): JsonValue =>
  new Map<string, JsonValue>([
    ['type', 'Point'],
    ['coordinates', [lon, lat]],
  ]);
const entity = (attrs: Readonly<Record<string, Attribute>>, more: Partial<Entity> = {}): Entity => ({
  id: 'Car"1',
  type: 'Car',
  servicePath: '/',
  attrs: new Map(Object.entries(attrs)),
  creDate: 1,
  modDate: 2,
  ...more,
});
const feature = (shown: Entity, attrs: readonly string[] = []): unknown =>
  JSON.parse(renderEntity(shown, { representation: 'feature', attrs }));

describe('an entity as a Feature', () => {
  const speed = attribute('Number', 12.5);
  const ignored = attribute('geo:point', '1, 2', new Map([['ignoreType', { type: 'Boolean', value: true }]]));

  it('has the location as its geometry, and what else it has as properties', () => {
    const shown = entity({ speed, at: attribute('geo:json', point(1, 2)), seen: attribute('DateTime', 0) });
    expect(feature(shown)).toEqual({
      type: 'Feature',
      id: 'Car"1',
      geometry: { type: 'Point', coordinates: [1, 2] },
      properties: { type: 'Car', seen: '1970-01-01T00:00:00.000Z', speed: 12.5 },
    });
  });

  it('has the geometry of an old location type, longitude first', () => {
    expect(feature(entity({ at: attribute('geo:point', '40.5, -3.5') }))).toMatchObject({
      geometry: { type: 'Point', coordinates: [-3.5, 40.5] },
    });
  });

  it('has the geometry of the index, whichever attributes are asked for', () => {
    const shown = entity(
      { speed, other: ignored, at: attribute('geo:json', point(1, 2)) },
      { location: { attrName: 'at', coords: point(3, 4) } },
    );
    expect(feature(shown, ['speed'])).toEqual({
      type: 'Feature',
      id: 'Car"1',
      geometry: { type: 'Point', coordinates: [3, 4] },
      properties: { type: 'Car', speed: 12.5 },
    });
  });

  it.each([
    ['no location', {}],
    ['one that is to be ignored', { at: ignored }],
    ['one that is null', { at: attribute('geo:json', null) }],
    ['one that is no geometry', { at: attribute('geo:json', 'somewhere') }],
    ['one outside of the world', { at: attribute('geo:json', point(200, 0)) }],
  ])('has no geometry with %s', (_, attrs) => {
    expect(feature(entity(attrs))).toMatchObject({ geometry: null });
  });

  it('shows an entity without type as others are shown', () => {
    expect(feature(entity({}, { type: '' }))).toMatchObject({ properties: { type: 'Thing' } });
  });
});
