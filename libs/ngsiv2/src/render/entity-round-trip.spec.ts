import { fromJsonValue, toJsonValue } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import {
  applyUpdate,
  type Attribute,
  defaultType,
  type Entity,
  type JsonValue,
  type Metadata,
  NgsiError,
  parseJson,
  renderJson,
  valuesEqual,
} from '@smart-city/context';
import { parseEntity } from '../parse/parse-entity';
import { renderEntity } from './render-entity';

const identifier = fc.string({
  unit: fc.constantFrom(...'abzAZ019_-.:$*@[]^`{|}~!%+,\\'),
  minLength: 1,
  maxLength: 12,
});
const name = fc
  .oneof(identifier, fc.constantFrom('__proto__', 'constructor', '1', '0', 'toString'))
  .filter((text) => text !== 'id' && text !== 'type');
const zeroed = (plain: unknown): unknown => JSON.parse(JSON.stringify(plain)) as unknown;
const value: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 5 })
  .map((plain) => toJsonValue(zeroed(plain)));
const metadata = fc
  .array(fc.tuple(name, fc.record({ type: identifier, value })), { maxLength: 3 })
  .map((items) => new Map<string, Metadata>(items));
const seconds = fc.double({ min: 0, max: 4e9, noNaN: true });
const attribute: fc.Arbitrary<Attribute> = fc.record({
  type: identifier,
  value,
  metadata,
  creDate: seconds,
  modDate: seconds,
});
const entity: fc.Arbitrary<Entity> = fc.record(
  {
    id: identifier,
    type: fc.oneof(identifier, fc.constant('')),
    servicePath: fc.constantFrom('/', '/a/b'),
    attrs: fc.array(fc.tuple(name, attribute), { maxLength: 6 }).map((items) => new Map(items)),
    creDate: seconds,
    modDate: seconds,
    lastCorrelator: identifier,
    location: fc.record({ attrName: name, coords: value }),
    expiresAtMs: fc.maxSafeInteger(),
  },
  { requiredKeys: ['id', 'type', 'servicePath', 'attrs', 'creDate', 'modDate'] },
);

describe('an entity', () => {
  it('that is rendered can be parsed again to the same', () => {
    // Dates and geometries have a stored form of their own, and clients see at most nine decimals.
    const plainType = (type: string) =>
      ['DateTime', 'ISO8601'].includes(type) || type.startsWith('geo:') ? 'T' : type;
    const rounded = (plain: JsonValue) => parseJson(renderJson(plain));
    fc.assert(
      fc.property(entity, (original) => {
        const attrs = new Map(
          [...original.attrs].map(([key, item]) => [
            key,
            {
              ...item,
              type: 'TextUnrestricted',
              value: rounded(item.value),
              metadata: new Map(
                [...item.metadata].map(([md, { type }]) => [md, { type: plainType(type), value: 'x' }]),
              ),
            },
          ]),
        );
        const parsed = parseEntity(
          parseJson(
            renderEntity(
              { ...original, type: 'T', attrs },
              { order: [...attrs.keys()].filter((key) => key !== 'dateExpires') },
            ),
          ),
        );
        expect(parsed.ref).toEqual({ id: original.id, type: 'T' });
        expect(parsed.attrs.map((attr) => attr.name)).toEqual([...attrs.keys()]);
        for (const attr of parsed.attrs) {
          expect(valuesEqual(attr.value, attrs.get(attr.name)?.value ?? null)).toBe(true);
          expect(new Map(attr.metadata)).toEqual(attrs.get(attr.name)?.metadata);
        }
      }),
    );
  });
});

interface Example {
  readonly model: string;
  readonly normalized: unknown;
  readonly keyValues: unknown;
}
const examples = JSON.parse(
  readFileSync(new URL('../../test-data/smart-data-examples.json', import.meta.url), 'utf8'),
) as Example[];

/** Creates the entity of a body and renders it; a fault's text when it is refused. */
function roundTrip(plain: unknown, keyValues: boolean): string {
  try {
    const result = applyUpdate(
      { tenant: '', servicePath: '/' },
      undefined,
      {
        action: 'create',
        ...parseEntity(parseJson(JSON.stringify(plain)), { keyValues }),
        defaultType: 'Thing',
      },
      1,
    );
    if (result.kind === 'failed') return result.error.message;
    if (result.kind !== 'done') return result.kind;
    return renderEntity(result.changes[0]?.after as Entity, {
      representation: keyValues ? 'keyValues' : 'normalized',
      attrs: ['*', 'dateExpires'],
    });
  } catch (error) {
    if (error instanceof NgsiError) return error.message;
    throw error;
  }
}

type PlainAttribute = {
  type?: string;
  value?: unknown;
  metadata?: Record<string, { type?: string; value?: unknown }>;
};

/** What must come back for a normalized body: types and metadata filled in, dates in full. */
function expectedNormalized(plain: Record<string, unknown>): unknown {
  const shown = (type: string | undefined, given: unknown) =>
    (type === 'DateTime' || type === 'ISO8601') && typeof given === 'string'
      ? new Date(/T/.test(given) && !/(Z|[+-]\d\d:?\d\d)$/.test(given) ? `${given}Z` : given).toISOString()
      : given;
  return Object.fromEntries(
    Object.entries(plain).map(([key, member]) => {
      if (key === 'id' || key === 'type') return [key, member];
      const { type, value: given = null, metadata: items = {} } = member as PlainAttribute;
      const full = Object.fromEntries(
        Object.entries(items).map(([md, item]) => {
          const itemType = item.type ?? defaultType(toJsonValue(item.value));
          return [md, { type: itemType, value: shown(itemType, item.value ?? null) }];
        }),
      );
      const attributeType = type ?? defaultType(toJsonValue(given));
      return [key, { type: attributeType, value: shown(attributeType, given), metadata: full }];
    }),
  );
}

describe('Smart Data Models examples', () => {
  it('are shown as they were given, or are refused for breaking a rule of NGSIv2', () => {
    let survived = 0;
    const refusals: Record<string, number> = {};
    for (const { normalized, keyValues } of examples) {
      for (const [plain, isKeyValues] of [
        [normalized, false],
        [keyValues, true],
      ] as const) {
        if (plain === undefined || plain === null) continue;
        const text = roundTrip(plain, isKeyValues);
        if (!text.startsWith('{')) {
          refusals[text] = (refusals[text] ?? 0) + 1;
          continue;
        }
        survived++;
        const expected = isKeyValues ? plain : expectedNormalized(plain as Record<string, unknown>);
        // Clients see nine decimals.
        const withType = JSON.parse(
          renderJson(toJsonValue({ type: 'Thing', ...(expected as object) })),
        ) as unknown;
        expect(JSON.parse(text)).toEqual(withType);
        expect(fromJsonValue(parseJson(text))).toEqual(withType);
      }
    }
    expect(survived).toBe(111);
    expect(refusals).toEqual({
      'Invalid characters in entity id': 1,
      'Invalid characters in attribute value': 4,
      // Latitudes beyond 90 (the examples swap the coordinates) and a ring that does not close.
      geometryNotIndexable: 18,
      // Day first, month 19, an interval, and texts of more than 29 characters.
      'date has invalid format in attribute value': 7,
      'attribute must be a JSON object, unless keyValues option is used': 1,
    });
  });
});
