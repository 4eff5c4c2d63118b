import fc from 'fast-check';
import {
  compareVersions,
  createFeatureGate,
  ENDPOINTS,
  FEATURES,
  featureRecord,
  findRequestFeatures,
  oldRelease,
  parseVersion,
  renderVersion,
  stateOf,
  version,
  type FeatureId,
  type FeaturePartId,
  type FeatureRecord,
} from './index';

const anyVersion = fc.record({ major: fc.nat(999), minor: fc.nat(999), patch: fc.nat(999) });

describe('versions', () => {
  it('render and parse undo each other', () => {
    fc.assert(fc.property(anyVersion, (v) => expect(parseVersion(renderVersion(v))).toEqual(v)));
  });
  it('compare as numbers, not as texts', () => {
    expect(compareVersions(version('3.10.0'), version('3.9.9'))).toBeGreaterThan(0);
    expect(compareVersions(version('4.0.0'), version('3.99.99'))).toBeGreaterThan(0);
    expect(compareVersions(version('1.2.3'), version('1.2.3'))).toBe(0);
  });
  it.each(['', '3', '3.1', '3.1.0.0', 'v3.1.0', '03.1.0', '3.1.0-next', ' 3.1.0', '3.1.1000000'])(
    'refuses %p',
    (text) => {
      expect(parseVersion(text)).toBeUndefined();
      expect(() => version(text)).toThrow(RangeError);
    },
  );
});

describe('states of features', () => {
  const cases: readonly (readonly [FeatureId | FeaturePartId, string, string])[] = [
    ['oldDatabaseParameters', '3.11.0', 'supported'],
    ['oldDatabaseParameters', '3.12.0', 'deprecated'],
    ['oldDatabaseParameters', '4.0.0', 'removed'],
    ['geoTypes', '3.9.0', 'supported'],
    ['geoTypes', '4.7.0', 'deprecated'],
    ['getV2', '3.8.0', 'deprecated'],
    ['initialNotification', '3.0.0', 'supported'],
    ['initialNotification', '3.1.0', 'deprecated'],
    ['initialNotification', '3.2.0', 'removed'],
    ['rush', '2.0.0', 'supported'],
    ['rush', '2.2.0', 'deprecated'],
    ['rush', '2.3.0', 'removed'],
    ['ngsiv1', '1.15.0', 'supported'],
    ['ngsiv1', '3.9.0', 'deprecated'],
    ['ngsiv1', '3.12.0', 'deprecated'],
    ['ngsiv1', '4.0.0', 'removed'],
    ['ngsiv1.other', '3.9.0', 'deprecated'],
    ['ngsiv1.other', '3.10.0', 'removed'],
    ['ngsiv1.remaining', '3.12.0', 'deprecated'],
    ['ngsiv1.remaining', '4.0.0', 'removed'],
    ['ngsiv1.forwarding', '4.0.0', 'deprecated'],
    ['availabilitySubscriptions', '2.5.2', 'deprecated'],
    ['availabilitySubscriptions', '2.6.0', 'removed'],
    ['legacyNotification', '1.15.0', 'supported'],
    ['legacyNotification', '2.0.0', 'deprecated'],
    ['legacyNotification', '4.0.0', 'removed'],
    ['queryAttributes', '1.15.0', 'deprecated'],
    ['upperCaseActions', '1.14.0', 'deprecated'],
    ['metadataId', '2.1.0', 'deprecated'],
    ['metadataId', '2.2.0', 'removed'],
    ['dateOptions', '4.7.0', 'deprecated'],
    ['pathPrefixes.ngsi9', '3.7.0', 'deprecated'],
    ['pathPrefixes.ngsi9', '3.8.0', 'removed'],
    ['pathPrefixes.ngsi10', '4.7.0', 'deprecated'],
    ['pathPrefixes', '4.7.0', 'deprecated'],
    ['locationMetadata', '3.10.1', 'deprecated'],
    ['locationMetadata', '3.11.0', 'removed'],
    ['entityAttributesField', '0.8.1', 'deprecated'],
    ['silent', '0.26.0', 'supported'],
    ['silent', '1.0.0', 'removed'],
    ['onTimeInterval', '0.28.0', 'deprecated'],
    ['xml', '1.0.0', 'removed'],
    ['configurationManagerParameters', '0.24.0', 'deprecated'],
    ['configurationManagerRoles', '0.25.0', 'removed'],
    ['associations', '0.25.0', 'removed'],
  ];
  it.each(cases)('%s at %s is %s', (id, at, state) => expect(stateOf(id, version(at))).toBe(state));

  it('only move forward: supported, deprecated, removed', () => {
    const order = ['supported', 'deprecated', 'removed'];
    fc.assert(
      fc.property(fc.constantFrom(...FEATURES.map(({ id }) => id)), anyVersion, anyVersion, (id, a, b) => {
        const [older, newer] = compareVersions(a, b) <= 0 ? [a, b] : [b, a];
        expect(order.indexOf(stateOf(id, older))).toBeLessThanOrEqual(order.indexOf(stateOf(id, newer)));
      }),
    );
  });

  it("holds every version and date of Orion's list, in a form that can be read", () => {
    for (const record of FEATURES as readonly FeatureRecord[]) {
      const versions = [
        record.deprecatedIn,
        record.removedIn,
        record.lastSupport?.version,
        ...(record.parts ?? []).map((p) => p.removedIn),
      ];
      for (const text of versions) if (text !== undefined) expect(parseVersion(text)).toBeDefined();
      if (record.lastSupport?.releaseDate)
        expect(record.lastSupport.releaseDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    expect(new Set(FEATURES.map(({ feature }) => feature)).size).toBe(21);
    expect(ENDPOINTS).toHaveLength(19);
    expect(featureRecord('entityAttributesField')).not.toHaveProperty('deprecatedIn');
    expect(featureRecord('rush')).not.toHaveProperty('replacement');
  });
});

describe('the feature gate', () => {
  const gate = createFeatureGate('3.12.0');
  it('knows command line parameters and their environment', () => {
    expect(gate.cliParameterState('-dbhost')).toEqual({
      feature: 'oldDatabaseParameters',
      state: 'deprecated',
      replacement: '`dbURI`',
    });
    expect(gate.cliParameterState('-rush')).toEqual({ feature: 'rush', state: 'removed' });
    expect(gate.cliParameterState('-port')).toBeUndefined();
    expect(gate.environmentState('ORION_MONGO_HOST')?.state).toBe('deprecated');
    expect(createFeatureGate('4.0.0').cliParameterState('-dbSSL')?.state).toBe('removed');
    expect(createFeatureGate('4.0.0').cliParameterState('-dbpwd')).toBeUndefined();
  });

  const routes: readonly (readonly [string, string, string, string | undefined])[] = [
    ['POST', '/v1/updateContext', '3.12.0', 'deprecated'],
    ['POST', '/V1/UPDATECONTEXT', '3.12.0', 'deprecated'],
    ['POST', '/NGSI10/queryContext', '3.12.0', 'deprecated'],
    ['POST', '/ngsi10/queryContext', '4.0.0', 'removed'],
    ['PUT', '/v1/contextEntities/E', '3.12.0', 'deprecated'],
    ['POST', '/v1/contextEntities/E', '3.12.0', 'removed'],
    ['POST', '/v1/contextEntities/E', '3.9.0', 'deprecated'],
    ['GET', '/v1/contextEntities/E', '3.12.0', 'removed'],
    ['GET', '/v1/contextEntities/E/attributes/A', '3.12.0', 'deprecated'],
    ['GET', '/v1/contextEntities/E/attributes/A/ID', '3.12.0', 'removed'],
    ['PUT', '/v1/contextEntities/type/T/id/E/attributes/A/ID', '2.1.0', 'deprecated'],
    ['POST', '/v1/subscribeContext', '3.12.0', 'removed'],
    ['POST', '/ngsi9/registerContext', '3.7.0', 'deprecated'],
    ['POST', '/ngsi9/registerContext', '3.8.0', 'removed'],
    ['POST', '/v1/registry/subscribeContextAvailability', '2.6.0', 'removed'],
    ['GET', '/v2', '3.12.0', 'deprecated'],
    ['GET', '/v2/', '4.7.0', 'deprecated'],
    ['GET', '/v2/entities', '4.7.0', undefined],
    ['GET', '/version', '4.7.0', undefined],
  ];
  it.each(routes)('%s %s at %s is %s', (method, path, at, state) => {
    expect(createFeatureGate(at).routeState(method, path)?.state).toBe(state);
  });
});

describe('what a request shows', () => {
  const seen = (
    method: string,
    path: string,
    body?: ReadonlyMap<string, never>,
    options: readonly string[] = [],
  ) => findRequestFeatures({ method, path, options: new Set(options), body }).map(({ feature }) => feature);
  const map = (members: object): ReadonlyMap<string, never> =>
    new Map(Object.entries(members).map(([k, v]) => [k, convert(v)])) as unknown as ReadonlyMap<
      string,
      never
    >;
  const convert = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(convert)
      : value !== null && typeof value === 'object'
        ? map(value)
        : value;

  it('names features of path, options and body', () => {
    expect(
      seen(
        'POST',
        '/v2/op/update',
        map({ actionType: 'APPEND', entities: [{ id: 'E', p: { type: 'geo:point', value: '1,2' } }] }),
      ),
    ).toEqual(['upperCaseActions', 'geoTypes']);
    expect(seen('POST', '/v2/op/update', map({ actionType: 'append', entities: [] }))).toEqual([]);
    expect(seen('POST', '/v2/op/query', map({ attributes: ['A'] }))).toEqual(['queryAttributes']);
    expect(seen('POST', '/v2/entities', map({ id: 'E', attributes: [] }))).toEqual(['entityAttributesField']);
    expect(seen('GET', '/v2/entities', undefined, ['dateCreated'])).toEqual(['dateOptions']);
    expect(
      seen('POST', '/v2/subscriptions', map({ notification: { attrsFormat: 'legacy' } }), [
        'skipInitialNotification',
      ]),
    ).toEqual(['initialNotification', 'legacyNotification']);
    expect(seen('POST', '/NGSI10/updateContext')).toEqual(['ngsiv1', 'pathPrefixes']);
    expect(seen('PUT', '/v2/entities/E/attrs/A', map({ type: 'geo:box', value: [] }))).toEqual(['geoTypes']);
    expect(seen('POST', '/v2/registrations', map({ provider: { legacyForwarding: true } }))).toEqual([
      'ngsiv1',
    ]);
  });
});

describe('old releases', () => {
  it('have a tag, a branch, documentation and, from 0.24.0, an image', () => {
    expect(oldRelease('3.10.1')).toEqual({
      tag: '3.10.1',
      branch: 'release/3.10.1',
      documentation: { kind: 'hosted' },
      hasImage: true,
    });
    expect(oldRelease('0.23.0')).toMatchObject({ documentation: { kind: 'wiki' }, hasImage: false });
    expect(oldRelease('0.24.0')).toMatchObject({ documentation: { kind: 'hosted' }, hasImage: true });
    expect(oldRelease('0.8.0')).toBeUndefined();
    expect(oldRelease('0.23.1')).not.toHaveProperty('documentation');
    expect(oldRelease('next')).toBeUndefined();
  });
});
