import {
  type ActionType,
  applyUpdate,
  type Entity,
  type EntityChange,
  type EntityUpdate,
  type NgsiError,
  parseJson,
  renderJson,
  type UpdateResult,
} from '@smart-city/context';
import { orionError } from '../faults/orion-faults';
import { parseAttributes } from '../parse/parse-entity';
import { renderAttributes } from '../render/render-entity';

type Flags = Partial<Pick<EntityUpdate, 'overrideMetadata' | 'forcedUpdate' | 'correlator' | 'defaultType'>>;
const attrsOf = (body: string) => (body === '{}' ? [] : parseAttributes(parseJson(body)));
const run = (
  before: Entity | undefined,
  action: ActionType,
  body: string,
  now = 100,
  flags: Flags = {},
): UpdateResult =>
  applyUpdate(
    { tenant: 'smart', servicePath: '/p' },
    before,
    { action, ref: { id: 'E', type: 'T' }, attrs: attrsOf(body), ...flags },
    now,
  );
const changeOf = (result: UpdateResult): EntityChange => {
  if (result.kind !== 'done')
    throw new Error(`${result.kind}: ${result.kind === 'failed' ? result.error.message : ''}`);
  return result.changes[0] as EntityChange;
};
const after = (result: UpdateResult) => changeOf(result).after as Entity;
const created = (body: string, now = 1) => after(run(undefined, 'create', body, now, { correlator: 'c0' }));
const keyValues = (entity: Entity) =>
  renderAttributes(entity, { representation: 'keyValues', attrs: [...entity.attrs.keys()] });
const failure = (result: UpdateResult) =>
  result.kind === 'failed' ? told(orionError(result.error)) : result.kind;
const told = ({ error, message }: NgsiError) => `${error}: ${message}`;
const SECOND_LOCATION =
  'NoResourcesAvailable: You cannot use more than one geo location attribute when creating an entity. Use ignoreType metadata if you want to add additional informative locations.';
const point = (lon: number, lat: number) =>
  `{"type":"geo:json","value":{"type":"Point","coordinates":[${lon},${lat}]}}`;

describe('an entity that does not exist', () => {
  it.each(['create', 'append', 'appendStrict'] as const)('is made by %s', (action) => {
    const change = changeOf(
      run(undefined, action, '{"b":{"value":1},"a":{"value":"x"}}', 7, { correlator: 'c' }),
    );
    expect(change).toMatchObject({
      tenant: 'smart',
      before: undefined,
      requested: ['b', 'a'],
      previousCorrelator: undefined,
    });
    expect([...change.changed]).toEqual(['b', 'a']);
    expect(change.after).toMatchObject({
      id: 'E',
      type: 'T',
      servicePath: '/p',
      creDate: 7,
      modDate: 7,
      lastCorrelator: 'c',
    });
    expect(change.after?.attrs.get('b')).toEqual({
      type: 'Number',
      value: 1,
      metadata: new Map(),
      creDate: 7,
      modDate: 7,
    });
  });

  it.each(['update', 'replace', 'delete'] as const)('is missed by %s', (action) => {
    expect(run(undefined, action, '{"a":{}}')).toEqual({ kind: 'entityMissing' });
  });

  it('gets the default type when the client gave none', () => {
    const update = { action: 'create', ref: { id: 'E' }, attrs: [], defaultType: 'Thing' } as const;
    expect(after(applyUpdate({ tenant: '', servicePath: '/' }, undefined, update, 1)).type).toBe('Thing');
  });

  it('starts operators from nothing', () => {
    const body =
      '{"i":{"value":{"$inc":3}},"m":{"value":{"$mul":3}},"p":{"value":{"$push":1}},"x":{"value":{"$pull":1}}}';
    const change = changeOf(run(undefined, 'create', body));
    expect(keyValues(change.after as Entity)).toBe('{"i":3,"m":0,"p":[1]}');
    expect(change.requested).toEqual(['i', 'm', 'p', 'x']);
  });
});

describe('an entity that exists', () => {
  const before = created('{"a":{"value":1,"metadata":{"m":{"value":"x"}}},"b":{"value":"y"}}');

  it('is refused by create', () => {
    expect(run(before, 'create', '{}')).toEqual({ kind: 'alreadyExists' });
  });

  it('gets attributes updated and added by append', () => {
    const change = changeOf(
      run(before, 'append', '{"c":{"value":3},"a":{"value":2}}', 50, { correlator: 'c1' }),
    );
    expect(keyValues(change.after as Entity)).toBe('{"a":2,"b":"y","c":3}');
    expect(change.after).toMatchObject({ creDate: 1, modDate: 50, lastCorrelator: 'c1' });
    expect(change.after?.attrs.get('a')).toMatchObject({ creDate: 1, modDate: 50 });
    expect(change.after?.attrs.get('b')).toMatchObject({ creDate: 1, modDate: 1 });
    expect(change.after?.attrs.get('c')).toMatchObject({ creDate: 50, modDate: 50 });
    expect([...change.changed]).toEqual(['c', 'a']);
    expect(change.previousCorrelator).toBe('c0');
  });

  it('gets attributes from operators by the rules of the database, those that only take away included', () => {
    const body =
      '{"m":{"value":{"$max":-5}},"p":{"value":{"$push":{"y":2}}},"x":{"value":{"$pull":1}},"u":{"value":{"$unset":{"k":1}}}}';
    const change = changeOf(run(before, 'append', body));
    expect(keyValues(change.after as Entity)).toBe('{"a":1,"b":"y","m":-5,"p":[{"y":2}],"x":"","u":""}');
    expect(failure(run(before, 'append', '{"n":{"value":{"$inc":"x"}}}'))).toContain(
      'Cannot increment with non-numeric argument',
    );
  });

  it('refuses existing attributes with appendStrict', () => {
    const result = run(before, 'appendStrict', '{"a":{"value":2},"c":{"value":3}}');
    expect(result).toMatchObject({ kind: 'done', refused: ['a'] });
    expect(keyValues(after(result))).toBe('{"a":1,"b":"y","c":3}');
    expect(changeOf(result).requested).toEqual(['c']);
    expect(run(before, 'appendStrict', '{"b":{},"a":{"value":2}}')).toMatchObject({
      kind: 'refused',
      refused: ['b', 'a'],
    });
  });

  it('refuses missing attributes with update', () => {
    const result = run(before, 'update', '{"c":{"value":3},"a":{"value":2}}');
    expect(result).toMatchObject({ kind: 'done', refused: ['c'] });
    expect(keyValues(after(result))).toBe('{"a":2,"b":"y"}');
    expect(run(before, 'update', '{"c":{}}')).toMatchObject({ kind: 'refused', refused: ['c'] });
  });

  it('has all attributes replaced by replace, keeping its own creation date only', () => {
    const change = changeOf(run(before, 'replace', '{"c":{"value":3},"a":{"value":1}}', 50));
    expect(keyValues(change.after as Entity)).toBe('{"c":3,"a":1}');
    expect(change.after).toMatchObject({ creDate: 1, modDate: 50 });
    expect(change.after?.attrs.get('a')).toEqual({
      type: 'Number',
      value: 1,
      metadata: new Map(),
      creDate: 50,
      modDate: 50,
    });
    expect([...change.changed].sort()).toEqual(['a', 'b', 'c']);
    expect(change.requested).toEqual(['c', 'a']);
  });

  it('loses attributes, or all of itself, by delete', () => {
    const result = run(before, 'delete', '{"a":{"value":9},"z":{}}', 50);
    expect(result).toMatchObject({ kind: 'done', refused: ['z'] });
    expect(keyValues(after(result))).toBe('{"b":"y"}');
    expect(run(before, 'delete', '{"z":{}}')).toMatchObject({ kind: 'refused', refused: ['z'] });
    expect(changeOf(run(before, 'delete', '{}'))).toMatchObject({ before, after: undefined, requested: [] });
  });
});

describe('what is a change', () => {
  const before = created('{"a":{"value":1,"metadata":{"m":{"value":"x"}}},"o":{"value":{"k":1,"l":[1]}}}');

  it('an update with the stored values changes nothing and is not written', () => {
    const change = changeOf(
      run(before, 'update', '{"a":{"value":1},"o":{"value":{"l":[1],"k":1}}}', 50, { correlator: 'c1' }),
    );
    expect(change.after).toBe(before);
    expect(change.changed.size + change.metadataChanged.size).toBe(0);
    expect(change.requested).toEqual(['a', 'o']);
  });

  it('a different type is, also the default one of an update without type', () => {
    const typed = created('{"a":{"value":1,"type":"Float"}}');
    const change = changeOf(run(typed, 'update', '{"a":{"value":1}}'));
    expect([...change.changed]).toEqual(['a']);
    expect(change.after?.attrs.get('a')?.type).toBe('Number');
  });

  it('forcedUpdate makes one', () => {
    const change = changeOf(run(before, 'update', '{"a":{"value":1}}', 50, { forcedUpdate: true }));
    expect([...change.changed]).toEqual(['a']);
    expect(change.after).toMatchObject({ modDate: 50 });
    expect(change.after?.attrs.get('a')?.modDate).toBe(50);
  });

  it('metadata that differs is kept apart', () => {
    const change = changeOf(run(before, 'update', '{"a":{"value":1,"metadata":{"m":{"value":"z"}}}}', 50));
    expect([...change.changed]).toEqual([]);
    expect([...change.metadataChanged]).toEqual(['a']);
    expect(change.after?.attrs.get('a')).toMatchObject({
      modDate: 50,
      metadata: new Map([['m', { type: 'Text', value: 'z' }]]),
    });
    expect(
      changeOf(run(before, 'update', '{"a":{"value":1,"metadata":{"m":{"value":"x"}}}}', 50)).after,
    ).toBe(before);
  });
});

describe('metadata', () => {
  const before = created('{"a":{"value":1,"metadata":{"m":{"value":"x"},"n":{"value":"y"}}}}');
  const metadataAfter = (body: string, flags: Flags = {}) =>
    [...(after(run(before, 'update', body, 50, flags)).attrs.get('a')?.metadata ?? [])].map(
      ([name, { value }]) => `${name}=${typeof value === 'string' ? value : renderJson(value)}`,
    );

  it('stays unless the request names it', () => {
    expect(metadataAfter('{"a":{"value":2}}')).toEqual(['m=x', 'n=y']);
    expect(metadataAfter('{"a":{"value":2,"metadata":{}}}')).toEqual(['m=x', 'n=y']);
    expect(metadataAfter('{"a":{"value":2,"metadata":{"o":{"value":1},"m":{"value":"z"}}}}')).toEqual([
      'm=z',
      'n=y',
      'o=1',
    ]);
  });

  it("is exactly the request's with overrideMetadata", () => {
    expect(
      metadataAfter('{"a":{"value":2,"metadata":{"o":{"value":1}}}}', { overrideMetadata: true }),
    ).toEqual(['o=1']);
    expect(metadataAfter('{"a":{"value":2}}', { overrideMetadata: true })).toEqual([]);
  });

  it('stays with a bare value, whatever the options', () => {
    const update: EntityUpdate = {
      action: 'update',
      ref: { id: 'E' },
      attrs: [{ name: 'a', value: 'text', metadata: new Map() }],
      overrideMetadata: true,
    };
    const attribute = after(applyUpdate({ tenant: '', servicePath: '/' }, before, update, 50)).attrs.get('a');
    expect(attribute?.type).toBe('Number');
    expect(attribute?.value).toBe('text');
    expect(attribute?.metadata.size).toBe(2);
  });
});

describe('a bare value put into a DateTime', () => {
  const before = created('{"d":{"type":"DateTime","value":"2020-01-01"}}');
  const put = (value: string) =>
    applyUpdate(
      { tenant: '', servicePath: '/' },
      before,
      {
        action: 'update',
        ref: { id: 'E' },
        attrs: [{ name: 'd', value: parseJson(value), metadata: new Map() }],
      },
      50,
    );

  it('is a date as text, seconds, or null', () => {
    expect(after(put('"1970-01-01T00:01"')).attrs.get('d')?.value).toBe(60);
    expect(after(put('12.5')).attrs.get('d')?.value).toBe(12.5);
    expect(after(put('null')).attrs.get('d')?.value).toBeNull();
  });

  it('is refused otherwise', () => {
    expect(failure(put('"x"'))).toBe('BadRequest: date has invalid format in attribute value');
    expect(failure(put('true'))).toBe('BadRequest: date has invalid format in attribute value');
  });
});

describe('operators', () => {
  const before = created(
    '{"n":{"value":1},"l":{"value":[1]},"t":{"value":"x"},"d":{"type":"DateTime","value":"1970-01-01T00:01"}}',
  );

  it('work on stored values and always count as a change', () => {
    const change = changeOf(
      run(before, 'update', '{"n":{"type":"Number","value":{"$inc":2}},"l":{"value":{"$addToSet":1}}}', 50),
    );
    expect(keyValues(change.after as Entity)).toBe('{"n":3,"l":[1],"t":"x","d":"1970-01-01T00:01:00.000Z"}');
    expect([...change.changed]).toEqual(['n', 'l']);
  });

  it('compare dates', () => {
    const result = run(before, 'update', '{"d":{"type":"DateTime","value":{"$max":"1970-01-02"}}}');
    expect(after(result).attrs.get('d')?.value).toBe(86400);
  });

  it('fail as the database does on wrong targets, and nothing is written', () => {
    expect(failure(run(before, 'append', '{"n":{"value":5},"t":{"value":{"$inc":2}}}'))).toMatch(
      /^InternalServerError: Database Error \(collection: orion-smart\.entities - findAndModify\(\): .* - exception: Cannot apply \$inc to a value of non-numeric type\. .*non-numeric type string\)$/,
    );
  });

  it('are the fault of the client where the result is too large for a number', () => {
    const large = created('{"n":{"value":1.7e308}}');
    for (const operator of ['{"$inc":1.7e308}', '{"$mul":-1.7e308}'])
      expect(failure(run(large, 'update', `{"n":{"value":${operator}}}`))).toBe(
        'Unprocessable: the new value of n is too large for a number',
      );
  });

  it('name attributes and keys in errors as the database stores them', () => {
    expect(failure(run(created('{"a.b":{"value":5}}'), 'update', '{"a.b":{"value":{"$push":1}}}'))).toMatch(
      /<\{.*\},\{ "attrs\.a=b\.value" \}>.* - exception: The field 'attrs\.a=b\.value' must be an array but is of type double in/,
    );
  });
});

describe('location', () => {
  const located = created(`{"p":${point(1, 2)},"q":{"value":1}}`);

  it('comes from the one location attribute', () => {
    expect(located.location).toEqual({
      attrName: 'p',
      coords: parseJson('{"type":"Point","coordinates":[1,2]}'),
    });
    expect(created('{"p":{"type":"geo:json","value":null}}').location).toBeUndefined();
    expect(
      created(
        `{"p":${point(1, 2)},"q":{"type":"geo:point","value":"1,2","metadata":{"ignoreType":{"value":true}}}}`,
      ).location?.attrName,
    ).toBe('p');
  });

  it('cannot be given twice on create, append or replace', () => {
    const two = `{"a":${point(1, 2)},"b":${point(3, 4)}}`;
    expect(failure(run(undefined, 'create', two))).toBe(SECOND_LOCATION);
    expect(failure(run(located, 'append', `{"b":${point(3, 4)}}`))).toBe(SECOND_LOCATION);
    expect(failure(run(located, 'append', `{"q":${point(3, 4)}}`))).toBe(SECOND_LOCATION);
    expect(failure(run(located, 'replace', two))).toBe(SECOND_LOCATION);
  });

  it('moves with a plain update, and by replacing', () => {
    expect(after(run(located, 'update', `{"q":${point(3, 4)}}`)).location?.attrName).toBe('q');
    expect(after(run(located, 'replace', `{"z":${point(3, 4)}}`)).location?.attrName).toBe('z');
    expect(after(run(located, 'append', `{"p":${point(3, 4)}}`)).location?.coords).toEqual(
      parseJson('{"type":"Point","coordinates":[3,4]}'),
    );
  });

  it('goes when its attribute goes, or is no location any more', () => {
    expect(after(run(located, 'delete', '{"p":{}}')).location).toBeUndefined();
    expect(after(run(located, 'replace', '{"q":{"value":1}}')).location).toBeUndefined();
    expect(after(run(located, 'update', '{"p":{"value":1}}')).location).toBeUndefined();
    expect(after(run(located, 'append', '{"p":{"type":"geo:json","value":null}}')).location).toBeUndefined();
    expect(after(run(located, 'update', '{"q":{"value":2}}')).location?.attrName).toBe('p');
  });

  it('is left alone by an attribute whose stored metadata says ignoreType', () => {
    const ignoring = created(
      `{"p":{"type":"geo:json","value":{"x":1},"metadata":{"ignoreType":{"value":true}}}}`,
    );
    expect(ignoring.location).toBeUndefined();
    expect(
      after(run(ignoring, 'update', '{"p":{"type":"geo:json","value":{"x":2}}}')).location,
    ).toBeUndefined();
    expect(
      failure(
        run(ignoring, 'update', '{"p":{"type":"geo:json","value":{"x":2}}}', 50, { overrideMetadata: true }),
      ),
    ).toBe('BadRequest: Wrong GeoJson');
  });

  it.each([
    [
      'create',
      '{"a":{"type":"geo:point","value":"x"}}',
      'error parsing location attribute: geo coordinates format error [see Orion user manual]: x',
    ],
    [
      'update',
      '{"q":{"type":"geo:point","value":"x"}}',
      'error parsing location attribute: geo coordinates format error [see Orion user manual]: x',
    ],
    [
      'replace',
      '{"q":{"type":"geo:point","value":"x"}}',
      'error parsing location attribute for new attribute: geo coordinates format error [see Orion user manual]: x',
    ],
    [
      'append',
      '{"p":{"type":"geo:point","value":"x"}}',
      'error parsing location attribute: geo coordinates format error [see Orion user manual]: x',
    ],
  ] as const)('is refused by %s of %s', (action, body, text) => {
    expect(failure(run(action === 'create' ? undefined : located, action, body))).toBe(`BadRequest: ${text}`);
  });

  it("is refused when appended, with the original's longer texts", () => {
    const plain = created('{"q":{"value":1}}');
    expect(failure(run(plain, 'append', '{"n":{"type":"geo:point","value":"x"}}'))).toContain(
      'for new attribute: ',
    );
    expect(failure(run(plain, 'append', '{"q":{"type":"geo:point","value":"x"}}'))).toContain(
      'for existing attribute: ',
    );
  });
});

describe('dateExpires', () => {
  const expiring = created(
    '{"dateExpires":{"type":"DateTime","value":"2030-01-01T00:00:00.250Z"},"a":{"value":1}}',
  );
  const wrong = 'BadRequest: error processing date expiration attribute, see log traces';

  it('sets when the entity ends', () => {
    expect(expiring.expiresAtMs).toBe(Date.UTC(2030, 0, 1, 0, 0, 0, 250));
    expect(
      after(run(expiring, 'update', '{"dateExpires":{"type":"DateTime","value":"2031-01-01"}}')).expiresAtMs,
    ).toBe(Date.UTC(2031, 0, 1));
  });

  it('is not removed by null, only by deleting or replacing', () => {
    expect(
      after(run(expiring, 'update', '{"dateExpires":{"type":"DateTime","value":null}}')).expiresAtMs,
    ).toBe(expiring.expiresAtMs);
    expect(after(run(expiring, 'delete', '{"dateExpires":{}}')).expiresAtMs).toBeUndefined();
    expect(after(run(expiring, 'replace', '{"a":{"value":1}}')).expiresAtMs).toBeUndefined();
    expect(after(run(expiring, 'update', '{"a":{"value":2}}')).expiresAtMs).toBe(expiring.expiresAtMs);
  });

  it('needs to be a date', () => {
    expect(failure(run(undefined, 'create', '{"dateExpires":{"type":"Text","value":"2030-01-01"}}'))).toBe(
      wrong,
    );
    expect(failure(run(expiring, 'append', '{"dateExpires":{"value":1}}'))).toBe(wrong);
  });
});
