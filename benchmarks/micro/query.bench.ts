import { toJsonValue } from '@smart-city/ngsi-testing';
import {
  boundingBox,
  compareEntities,
  compileEntityQuery,
  compileGeoQuery,
  compilePattern,
  compileSimpleQuery,
  type Attribute,
  type Entity,
} from '@smart-city/context';
import { parseGeoQuery, parseMq, parseOrderBy, parseQ } from '@smart-city/ngsiv2';
import { measure, report } from './rate';

const COUNT = 10_000;

const attribute = (type: string, value: unknown): Attribute => ({
  type,
  value: toJsonValue(value),
  metadata: new Map([['accuracy', { type: 'Number', value: 0.9 }]]),
  creDate: 1_700_000_000,
  modDate: 1_700_000_000.5,
});

/** Spread evenly over a town of about 20 km; no chance in it, so that runs compare. */
function makeEntity(index: number): Entity {
  const coords = toJsonValue({
    type: 'Point',
    coordinates: [-3.8 + (index % 100) / 500, 40.3 + Math.floor(index / 100) / 500],
  });
  return {
    id: `Room${index}`,
    type: 'Room',
    servicePath: '/madrid/centro',
    attrs: new Map([
      ['temperature', attribute('Number', (index * 7) % 50)],
      ['name', attribute('Text', `room number ${index}`)],
      ['tags', attribute('StructuredValue', ['a', 'b', { floor: index % 9 }])],
      ['place', attribute('geo:json', coords)],
    ]),
    creDate: 1_700_000_000 + index,
    modDate: 1_700_000_000 + index,
    location: { attrName: 'place', coords },
  };
}

const entities = Array.from({ length: COUNT }, (_, index) => makeEntity(index));
const scan = (test: (entity: Entity) => boolean) => () =>
  entities.reduce((count, entity) => count + Number(test(entity)), 0);
const overGeometries = (run: (geometry: NonNullable<Entity['location']>['coords']) => unknown) => () => {
  for (const { location } of entities) if (location !== undefined) run(location.coords);
};

const Q = 'temperature>20;name~=number;tags.floor==1..3;place!=null';
const polygon = parseGeoQuery(
  'coveredBy',
  'polygon',
  '40.35,-3.75;40.35,-3.65;40.45,-3.62;40.47,-3.70;40.35,-3.75',
);
const near = parseGeoQuery('near;maxDistance:5000', 'point', '40.4,-3.7');
const pattern = compilePattern('^Room[0-9]*7$');
const order = compareEntities(parseOrderBy('!temperature,name'));

report([
  measure('parse q of one statement', () => parseQ('temperature>20')),
  measure('parse q of four statements', () => parseQ(Q)),
  measure('parse mq', () => parseMq('temperature.accuracy>0.5')),
  measure('parse near', () => parseGeoQuery('near;maxDistance:5000', 'point', '40.4,-3.7')),
  measure('compile q of four statements', () => compileSimpleQuery(parseQ(Q))),
  measure('match q of one statement', scan(compileSimpleQuery(parseQ('temperature>20'))), COUNT),
  measure(
    'match q of one statement, notification',
    scan(compileSimpleQuery(parseQ('temperature>20'), { semantics: 'notification' })),
    COUNT,
  ),
  measure('match q of four statements', scan(compileSimpleQuery(parseQ(Q))), COUNT),
  measure('match mq', scan(compileSimpleQuery(parseMq('temperature.accuracy>0.5'))), COUNT),
  measure(
    'match id pattern',
    scan((entity) => pattern.test(entity.id)),
    COUNT,
  ),
  measure('match near', overGeometries(compileGeoQuery(near)), COUNT),
  measure('match coveredBy polygon', overGeometries(compileGeoQuery(polygon)), COUNT),
  measure('bounding box of a point', overGeometries(boundingBox), COUNT),
  measure(
    'match whole query',
    scan(compileEntityQuery({ selectors: [{ types: ['Room'] }], q: parseQ('temperature>20'), geo: near })),
    COUNT,
  ),
  measure('sort by two attributes', () => [...entities].sort(order), COUNT),
]);
