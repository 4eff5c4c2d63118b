import {
  boundingBox,
  firstEndOf,
  geometriesOf,
  geometryOfInstance,
  isLocationType,
  renderExactJson,
  type Attribute,
  type Entity,
  type JsonObject,
} from '@smart-city/context';
import type { SqlValue, WriteOperation } from './write-operation';

/** Rows of `places` that an entity has numbers for. */
export const PLACES_OF_ENTITY = 4_096;

const NONE: readonly WriteOperation[] = [];
const NO_TYPES: readonly string[] = [];

/** All that a write changes in the columns and tables that only NGSI-LD needs. */
export const furtherOperations = (
  key: number,
  before: Entity | undefined,
  after: Entity | undefined,
  changed: Iterable<string>,
): readonly WriteOperation[] => [
  ...namesOperations(key, before, after),
  ...attributeOperations(key, before, after, [...changed]),
];

/** Changes of a write in the names by which an entity is found: first type and path, further types, scopes. */
function namesOperations(
  key: number,
  before: Entity | undefined,
  after: Entity | undefined,
): readonly WriteOperation[] {
  const types = before?.furtherTypes;
  const isNamed = types !== after?.furtherTypes || before?.scopes !== after?.scopes;
  const moves =
    before !== undefined &&
    after !== undefined &&
    (before.type !== after.type || before.servicePath !== after.servicePath);
  if (!isNamed && !moves) return NONE;
  const operations: WriteOperation[] = [];
  if (moves) operations.push(['moveEntity', after.type, after.servicePath, key]);
  if (after !== undefined && isNamed)
    operations.push(['setNames', listed(after.furtherTypes), listed(after.scopes), key]);
  for (const type of types ?? NO_TYPES)
    if (after?.furtherTypes?.includes(type) !== true) operations.push(['deleteFurtherType', type, key]);
  for (const type of after?.furtherTypes ?? NO_TYPES)
    if (types?.includes(type) !== true) operations.push(['putFurtherType', type, key]);
  return operations;
}

const listed = (names: readonly string[] | undefined): SqlValue =>
  names === undefined ? null : JSON.stringify(names);

/** Changes of a write in the tables of further geometries and of ends of attributes. */
function attributeOperations(
  key: number,
  before: Entity | undefined,
  after: Entity | undefined,
  changed: Iterable<string>,
): readonly WriteOperation[] {
  let mayHavePlaces = isFurtherLocation(before, after);
  let mayEnd = false;
  for (const name of changed)
    for (const entity of [before, after]) {
      const attribute = entity?.attrs.get(name);
      if (attribute === undefined) continue;
      mayHavePlaces ||=
        attribute.instances !== undefined || (isPlace(attribute) && entity?.location?.attrName !== name);
      mayEnd ||= attribute.expiresAt !== undefined || attribute.instances !== undefined;
    }
  if (!mayHavePlaces && !mayEnd) return NONE;
  return [
    ...(mayHavePlaces ? placesOperations(key, before, after) : NONE),
    ...(mayEnd ? endOperations(key, before, after) : NONE),
  ];
}

/** Whether another attribute is the location than before: the one that was it may have a further geometry then. */
const isFurtherLocation = (before: Entity | undefined, after: Entity | undefined): boolean =>
  before !== undefined && after !== undefined && before.location?.attrName !== after.location?.attrName;

const isPlace = ({ kind, type }: Attribute): boolean =>
  kind === undefined ? isLocationType(type) || type === 'GeoProperty' : kind === 'GeoProperty';

interface Place {
  readonly name: string;
  readonly geometry: JsonObject;
}

function placesOperations(
  key: number,
  before: Entity | undefined,
  after: Entity | undefined,
): readonly WriteOperation[] {
  const [old, present] = [placesOf(before), placesOf(after)];
  const operations: WriteOperation[] = [];
  for (const [n, place] of present.entries()) {
    if (old[n]?.name === place.name && old[n].geometry === place.geometry) continue;
    const box = boundingBox(place.geometry);
    const row = key * PLACES_OF_ENTITY + n;
    // A malformed geometry is nowhere: no geo query finds it.
    if (box === undefined) operations.push(['deletePlace', row]);
    else
      operations.push([
        'putPlace',
        row,
        box.minLon,
        box.maxLon,
        box.minLat,
        box.maxLat,
        key,
        place.name,
        renderExactJson(place.geometry),
      ]);
  }
  for (let n = present.length; n < old.length; n += 1)
    operations.push(['deletePlace', key * PLACES_OF_ENTITY + n]);
  return operations;
}

/** All geometries of an entity but that of its location. */
function placesOf(entity: Entity | undefined): readonly Place[] {
  const places: Place[] = [];
  for (const [name, attribute] of entity?.attrs ?? []) {
    if (!isPlace(attribute) && attribute.instances === undefined) continue;
    const geometries = geometriesOf(attribute);
    const isLocation = entity?.location?.attrName === name && geometryOfInstance(attribute) !== undefined;
    for (const geometry of isLocation ? geometries.slice(1) : geometries) places.push({ name, geometry });
  }
  return places.slice(0, PLACES_OF_ENTITY);
}

function endOperations(
  key: number,
  before: Entity | undefined,
  after: Entity | undefined,
): readonly WriteOperation[] {
  const [old, present] = [before, after].map((entity) =>
    entity === undefined ? Infinity : firstEndOf(entity.attrs),
  );
  if (old === present) return NONE;
  return [present! === Infinity ? ['deleteAttributeEnd', key] : ['putAttributeEnd', key, present!]];
}
