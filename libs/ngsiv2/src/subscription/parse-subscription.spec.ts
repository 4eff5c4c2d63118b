import { toJsonValue } from '@smart-city/ngsi-testing';
import { NgsiError, renderJson } from '@smart-city/context';
import { applyPatch, parseNewSubscription, parseSubscriptionPatch } from './parse-subscription';
import { subscriptionToJson } from './render-subscription';

const URL = 'http://h:1028/x';
const entities = [{ id: 'E' }];
const subject = { entities };
const notification = { http: { url: URL } };
const fault = (body: unknown): string => {
  try {
    parseNewSubscription(toJsonValue(body), '/#');
  } catch (error) {
    if (error instanceof NgsiError) return `${error.error}: ${error.message}`;
    throw error;
  }
  return 'accepted';
};
const condition = (value: unknown) => ({ subject: { entities, condition: value }, notification });
const http = (value: unknown) => ({ subject, notification: { http: value } });
const custom = (value: object) => ({ subject, notification: { httpCustom: { url: URL, ...value } } });
const mqtt = (value: object) => ({
  subject,
  notification: { mqtt: { url: 'mqtt://h:1883', topic: 't', ...value } },
});
const kafka = (value: object) => ({
  subject,
  notification: { kafka: { url: 'kafka://h:9092', topic: 't', ...value } },
});
const notify = (value: object) => ({ subject, notification: { ...notification, ...value } });
const withEntity = (item: unknown) => ({ subject: { entities: [item] }, notification });
const ngsi = (value: unknown) => custom({ ngsi: value });

describe('a subscription is refused with', () => {
  it.each<[string, unknown]>([
    ['ParseError: Errors found in incoming JSON buffer', []],
    ['BadRequest: owner is not a string', { subject, notification, owner: 1 }],
    ['BadRequest: max owner length exceeded', { subject, notification, owner: 'x'.repeat(257) }],
    ['BadRequest: forbidden characters in owner', { subject, notification, owner: 'a<b' }],
    ['BadRequest: the field /labels/ must be a JSON array', { subject, notification, labels: 'a' }],
    ['BadRequest: duplicated item /a/ in array', { subject, notification, labels: ['a', 'a'] }],
    ['BadRequest: forbidden characters in label', { subject, notification, labels: ['a,b'] }],
    ['BadRequest: max label length exceeded', { subject, notification, labels: ['x'.repeat(65)] }],
    [
      'BadRequest: max 32 labels exceeded',
      { subject, notification, labels: Array.from({ length: 33 }, (_x, at) => `l${at}`) },
    ],
    [
      'BadRequest: throttlingMode is not valid: it has to be either last or drop',
      { subject, notification, throttlingMode: 'first' },
    ],
    ['BadRequest: empty payload', {}],
    ['BadRequest: description is not a string', { description: 1 }],
    ['BadRequest: max description length exceeded', { description: 'x'.repeat(1025) }],
    ['BadRequest: forbidden characters in description', { description: 'a<b' }],
    ['BadRequest: no subject for subscription specified', { notification }],
    ['BadRequest: no notification for subscription specified', { subject }],
    ['BadRequest: expires is not a string', { subject, notification, expires: 1 }],
    ['BadRequest: expires has an invalid format', { subject, notification, expires: 'never' }],
    ['BadRequest: status is not a string', { subject, notification, status: 1 }],
    [
      'BadRequest: status is not valid: it has to be either active, inactive or oneshot',
      { subject, notification, status: 'failed' },
    ],
    ['BadRequest: throttling is not an int', { subject, notification, throttling: 1.5 }],
    ['BadRequest: subject is not an object', { subject: [], notification }],
    ['BadRequest: no subject entities specified', { subject: {}, notification }],
    ['BadRequest: /entities/ is not an array', { subject: { entities: {} }, notification }],
    ['BadRequest: subject entities is empty', { subject: { entities: [] }, notification }],
    ['BadRequest: /entities/ vector item is not an object', withEntity('E')],
    ['BadRequest: /entities/ vector item does not have /id/ nor /idPattern/', withEntity({ type: 'T' })],
    [
      'BadRequest: /entities/ vector item has both /id/ and /idPattern/',
      withEntity({ id: 'E', idPattern: 'E' }),
    ],
    [
      'BadRequest: /entities/ element has both /type/ and /typePattern/',
      withEntity({ id: 'E', type: 'T', typePattern: 'T' }),
    ],
    ['BadRequest: /entities/ vector item /id/ is not a string', withEntity({ id: 1 })],
    ['BadRequest: /entities/ element id is empty', withEntity({ id: '' })],
    ['BadRequest: /entities/ vector item /idPattern/ is empty', withEntity({ idPattern: '' })],
    ['BadRequest: /entities/ vector item /typePattern/ is empty', withEntity({ id: 'E', typePattern: '' })],
    ['BadRequest: forbidden characters in /entities/ vector item /id/', withEntity({ id: 'a?b' })],
    [
      'BadRequest: forbidden characters in /entities/ vector item /type/',
      withEntity({ id: 'E', type: 'a b' }),
    ],
    [
      'BadRequest: max id length exceeded in /entities/ vector item /id/',
      withEntity({ id: 'x'.repeat(257) }),
    ],
    [
      'BadRequest: max type length exceeded in /entities/ vector item /type/',
      withEntity({ id: 'E', type: 'x'.repeat(257) }),
    ],
    ['BadRequest: Invalid regex for entity idPattern', withEntity({ idPattern: '*' })],
    ['BadRequest: Invalid regex for entity typePattern', withEntity({ id: 'E', typePattern: '[' })],
    ['BadRequest: condition is not an object', condition([])],
    ['BadRequest: condition is empty', condition({})],
    ['BadRequest: the field /attrs/ must be a JSON array', condition({ attrs: 'A' })],
    ['BadRequest: only JSON Strings allowed in string vector /attrs/', condition({ attrs: [1] })],
    ['BadRequest: empty string found in string vector /attrs/', condition({ attrs: [''] })],
    ['BadRequest: duplicated item /A/ in array', condition({ attrs: ['A', 'A'] })],
    ['BadRequest: forbidden characters in attribute name', condition({ attrs: ['A<'] })],
    ['BadRequest: forbidden characters in attribute name', condition({ attrs: ['A '] })],
    ['BadRequest: expression is not an object', condition({ expression: 'A>1' })],
    ['BadRequest: expression is empty', condition({ expression: {} })],
    ['BadRequest: q is not a string', condition({ expression: { q: 1 } })],
    ['BadRequest: q is empty', condition({ expression: { q: '' } })],
    ['BadRequest: mq is empty', condition({ expression: { mq: '' } })],
    ['BadRequest: georel is empty', condition({ expression: { georel: '' } })],
    [
      'BadRequest: partial geo expression: geometry, georel and coords have to be provided together',
      condition({ expression: { georel: 'near' } }),
    ],
    [
      'BadRequest: error parsing geo-query fields: invalid point in URI param /coords/',
      condition({ expression: { georel: 'coveredBy', geometry: 'polygon', coords: 'x' } }),
    ],
    ['BadRequest: jexlExpression is not a string', condition({ jexlExpression: 1 })],
    ['BadRequest: unknown subscription alterationType: foo', condition({ alterationTypes: ['foo'] })],
    ['BadRequest: notifyOnMetadataChange is not a bool', condition({ notifyOnMetadataChange: 1 })],
    ['BadRequest: notification is not an object', { subject, notification: [] }],
    [
      'BadRequest: only one of http, httpCustom, mqtt, mqttCustom, kafka or kafkaCustom is allowed',
      { subject, notification: { ...notification, sse: {} } },
    ],
    ['BadRequest: sse notification is not an object', { subject, notification: { sse: true } }],
    [
      'BadRequest: only one of http, httpCustom, mqtt, mqttCustom, kafka or kafkaCustom is allowed',
      notify({ mqtt: {} }),
    ],
    [
      'BadRequest: http, httpCustom, mqtt, mqttCustom, kafka or kafkaCustom is missing',
      { subject, notification: {} },
    ],
    ['BadRequest: http notification has attrs and exceptAttrs', notify({ attrs: ['A'], exceptAttrs: ['B'] })],
    ['BadRequest: http notification has exceptAttrs is empty', notify({ exceptAttrs: [] })],
    ['BadRequest: covered is not a bool', notify({ covered: 1 })],
    [
      'BadRequest: covered true cannot be used if notification attributes list is empty',
      notify({ covered: true, attrs: [] }),
    ],
    [
      'BadRequest: invalid attrsFormat, accepted values: normalized, simplifiedNormalized, keyValues, simplifiedkeyValues, values',
      notify({ attrsFormat: 'foo' }),
    ],
    [
      'BadRequest: invalid attrsFormat, accepted values: normalized, simplifiedNormalized, keyValues, simplifiedkeyValues, values',
      notify({ attrsFormat: 'legacy' }),
    ],
    ['BadRequest: maxFailsLimit must be greater than zero', notify({ maxFailsLimit: 0 })],
    ['BadRequest: http notification is not an object', http('x')],
    ['BadRequest: url http notification is missing', http({})],
    ['BadRequest: url http notification is not a string', http({ url: 1 })],
    ['BadRequest: forbidden characters in http field /url/', http({ url: 'http://h/<x>' })],
    ['BadRequest: Invalid URL parsing notification url', http({ url: 'ftp://h/x' })],
    ['BadRequest: Invalid URL parsing notification url', http({ url: 'http://user:pass@h/x' })],
    ['BadRequest: Invalid URL parsing notification url', http({ url: 'http://h:99999/x' })],
    ['BadRequest: Invalid URL parsing notification url', http({ url: 'http:///x' })],
    ['BadRequest: mqtt URL cannot be used in http notifications', http({ url: 'mqtt://h:1883' })],
    ['BadRequest: kafka URL cannot be used in http notifications', http({ url: 'kafka://h:9092' })],
    [
      'BadRequest: timeout field must be an integer between 0 and 1800000',
      http({ url: URL, timeout: 1800001 }),
    ],
    ['BadRequest: timeout is not an int', http({ url: URL, timeout: 'x' })],
    ['BadRequest: forbidden characters in custom /url/', custom({ url: 'http://h/<x>' })],
    ['BadRequest: invalid custom /url/', custom({ url: 'foo' })],
    ['BadRequest: unknown method httpCustom notification', custom({ method: 'FOO' })],
    ['BadRequest: unknown method httpCustom notification', custom({ method: 'get' })],
    ['BadRequest: method httpCustom notification is not a string', custom({ method: 1 })],
    ['BadRequest: notification httpCustom qs is not an object', custom({ qs: [] })],
    ['BadRequest: notification httpCustom qs is empty', custom({ qs: {} })],
    ['BadRequest: notification httpCustom qs element is not a string', custom({ qs: { a: 1 } })],
    ['BadRequest: notification httpCustom headers is empty', custom({ headers: {} })],
    [
      'BadRequest: forbidden characters in custom notification httpCustom headers',
      custom({ headers: { a: 'x;y' } }),
    ],
    [
      'BadRequest: only one of payload, json or ngsi fields accepted at the same time in httpCustom, mqttCustom or kafkaCustom',
      custom({ payload: 'x', json: {} }),
    ],
    ['BadRequest: forbidden characters in custom /payload/', custom({ payload: '{"a":1}' })],
    [
      'BadRequest: json fields in httpCustom, mqttCustom or kafkaCustom must be object or array',
      custom({ json: 'x' }),
    ],
    ['BadRequest: Invalid JSON type for entity id', ngsi({ id: 1 })],
    [
      'BadRequest: only evalPriority metadata is allowed in ngsi field in custom notifications',
      ngsi({ A: { value: 1, metadata: { x: { value: 1 } } } }),
    ],
    [
      'BadRequest: evalPriority metadata must be a number',
      ngsi({ A: { value: 1, metadata: { evalPriority: { value: 'x' } } } }),
    ],
    [
      'BadRequest: evalPriority metadata minimum priority is 1',
      ngsi({ A: { value: 1, metadata: { evalPriority: { value: 0 } } } }),
    ],
    [
      'BadRequest: evalPriority metadata maximum priority is 100000',
      ngsi({ A: { value: 1, metadata: { evalPriority: { value: 100001 } } } }),
    ],
    ['BadRequest: mqtt notification is not an object', { subject, notification: { mqtt: 1 } }],
    ['BadRequest: url mqtt notification is missing', { subject, notification: { mqtt: {} } }],
    [
      'BadRequest: url mqtt notification is missing',
      { subject, notification: { mqttCustom: { topic: 't' } } },
    ],
    [
      'BadRequest: topic mqtt notification is not a string',
      { subject, notification: { mqttCustom: { url: 'mqtt://h', topic: 1 } } },
    ],
    ['BadRequest: mqttCustom notification is not an object', { subject, notification: { mqttCustom: 1 } }],
    ['BadRequest: url kafka notification is missing', { subject, notification: { kafkaCustom: {} } }],
    [
      'BadRequest: topic kafka notification is missing',
      { subject, notification: { kafkaCustom: { url: 'kafka://h', user: 1, key: 1 } } },
    ],
    [
      'BadRequest: user kafka notification is not a string',
      { subject, notification: { kafkaCustom: { url: 'kafka://h', topic: 't', user: 1, key: 1 } } },
    ],
    [
      'BadRequest: key kafka notification is not a string',
      { subject, notification: { kafkaCustom: { url: 'kafka://h', topic: 't', key: 1, payload: 1 } } },
    ],
    [
      'BadRequest: payload custom notification is not a string',
      { subject, notification: { kafkaCustom: { url: 'kafka://h', topic: 't', payload: 1, headers: {} } } },
    ],
    [
      'BadRequest: jexlExpression is not a string',
      condition({ expression: 1, jexlExpression: 1, alterationTypes: 1 }),
    ],
    ['BadRequest: forbidden characters in mqtt field /url/', mqtt({ url: 'mqtt://h<' })],
    ['BadRequest: invalid mqtt /url/', mqtt({ url: 'h:1883' })],
    ['BadRequest: http or https URL cannot be used in mqtt notifications', mqtt({ url: URL })],
    ['BadRequest: path cannot be used in mqtt url, use topic instead', mqtt({ url: 'mqtt://h:1883/a' })],
    ['BadRequest: mqtt qos field must be an integer in the 0 to 2 range', mqtt({ qos: 3 })],
    ['BadRequest: retain is not a bool', mqtt({ retain: 1 })],
    [
      'BadRequest: topic mqtt notification is missing',
      { subject, notification: { mqtt: { url: 'mqtt://h:1883' } } },
    ],
    ['BadRequest: empty mqtt field /topic/', mqtt({ topic: '' })],
    ['BadRequest: + and # are not allowed in mqtt field /topic/', mqtt({ topic: 'a/#' })],
    ['BadRequest: forbidden characters in mqtt field /topic/', mqtt({ topic: 'a=b' })],
    ['BadRequest: forbidden characters in mqtt /user/', mqtt({ user: 'a<', passwd: 'b' })],
    ['BadRequest: you must use user and passwd fields simultaneously', mqtt({ user: 'a' })],
    ['BadRequest: kafka schema is not used in URL', kafka({ url: 'http://h:9092' })],
    ['BadRequest: invalid kafka /url/', kafka({ url: 'kafka://h:9092,:1' })],
    ['BadRequest: path cannot be used in kafka url, use topic instead', kafka({ url: 'kafka://h:9092/a' })],
    ['BadRequest: empty kafka field /topic/', kafka({ topic: '' })],
    ['BadRequest: +, # and / are not allowed in kafka field /topic/', kafka({ topic: 'a/b' })],
    ['BadRequest: forbidden characters in kafka /user/', kafka({ user: 'a<', passwd: 'b' })],
    ['BadRequest: saslMechanism kafka notification is missing', kafka({ user: 'a', passwd: 'b' })],
    [
      'BadRequest: mandatory kafka field /saslMechanism/ when user/passwd are set',
      kafka({ user: 'a', passwd: 'b', saslMechanism: '' }),
    ],
    [
      'BadRequest: invalid kafka /saslMechanism/ (allowed: PLAIN, SCRAM-SHA-256, SCRAM-SHA-512)',
      kafka({ user: 'a', passwd: 'b', saslMechanism: 'x' }),
    ],
    [
      'BadRequest: invalid kafka /securityProtocol/ (allowed: SASL_SSL, SASL_PLAINTEXT)',
      kafka({ user: 'a', passwd: 'b', saslMechanism: 'PLAIN', securityProtocol: 'x' }),
    ],
  ])('%s', (expected, body) => expect(fault(body)).toBe(expected));

  it('accepts what the original lets slip through', () => {
    expect(fault(notify({ attrsFormat: 'custom' }))).toBe('accepted');
    expect(fault(notify({ attrsFormat: 'uniqueValues' }))).toBe('accepted');
    expect(fault(condition({ attrs: [] }))).toBe('accepted');
    expect(fault(custom({ url: 'http://${host}/x' }))).toBe('accepted');
  });

  it.each(['attrs', 'exceptAttrs', 'metadata'])('refuses %s that come again', (list) => {
    expect(fault(notify({ [list]: ['A', 'B', 'A'] }))).toBe('BadRequest: duplicated item /A/ in array');
  });

  it('accepts legacy where the version has it', () => {
    expect(
      parseNewSubscription(toJsonValue(notify({ attrsFormat: 'legacy' })), '/#', { allowLegacy: true })
        .notification.attrsFormat,
    ).toBe('legacy');
  });
});

const stored = (body: unknown) => ({
  ...parseNewSubscription(toJsonValue(body), '/#'),
  id: '51c0ac9ed714fb3b37d7d5a8',
  counters: { timesSent: 0, failsCounter: 0 },
});
const render = (subscription: ReturnType<typeof stored>) =>
  renderJson(subscriptionToJson(subscription, 1_700_000_000));

describe('an expression about an attribute', () => {
  const geo = { geometry: 'point', coords: '1,2', georel: 'near;maxDistance:1' };
  const parsed = (expression: object) =>
    stored({ subject: { ...subject, condition: { expression } }, notification });

  it('is shown so that it can be sent again', () => {
    expect(parsed({ ...geo, geoproperty: 'yard' }).condition.expression).toEqual({
      ...geo,
      geoproperty: 'yard',
    });
    expect(render(parsed({ ...geo, geoproperty: 'yard' }))).toContain(
      '"georel":"near;maxDistance:1","geoproperty":"yard"}',
    );
  });

  it('has a name that an attribute may have', () => {
    expect(() => parsed({ ...geo, geoproperty: 1 })).toThrow('geoproperty is not a string');
    expect(() => parsed({ ...geo, geoproperty: '' })).toThrow('geoproperty is empty');
    expect(() => parsed({ ...geo, geoproperty: 'a(' })).toThrow('Invalid characters in attribute name');
    expect(parsed({ q: 'A', geoproperty: 'a(' }).condition.expression).toEqual({ q: 'A' });
  });
});

describe('an expression in the extended language', () => {
  const expressionOf = (expression: object, extendedQuery?: boolean) =>
    parseNewSubscription(
      toJsonValue({ subject: { ...subject, condition: { expression } }, notification }),
      '/#',
      { extendedQuery },
    ).condition.expression;

  it('is known by its member, or by the request', () => {
    const q = 'A>1|B=*x';
    expect(expressionOf({ q, extendedQuery: true })).toEqual({ q, extended: true });
    expect(expressionOf({ q }, true)).toEqual({ q, extended: true });
    expect(expressionOf({ mq: '!(A.m)' }, true)).toEqual({ mq: '!(A.m)', extended: true });
    expect(() => expressionOf({ q: '!(A)' })).toThrow('invalid character found in URI param /q/');
    expect(() => expressionOf({ q: '!(A)', extendedQuery: false }, true)).toThrow('invalid character');
    expect(() => expressionOf({ q: '(A', extendedQuery: true })).toThrow('q: a parenthesis is not closed');
    expect(() => expressionOf({ q, extendedQuery: 1 })).toThrow('extendedQuery is not a bool');
  });

  it('is one of NGSIv2 where that says the same', () => {
    expect(expressionOf({ q: 'A>1;B', mq: 'A.m' }, true)).toEqual({ q: 'A>1;B', mq: 'A.m' });
    expect(expressionOf({ q: 'A==x|y' })).toEqual({ q: 'A==x|y' });
    expect(expressionOf({ q: 'A==x|y' }, true)).toEqual({ q: 'A==x|y', extended: true });
  });

  it('is shown so that it can be sent again', () => {
    const expression = { q: 'A>1|B', extendedQuery: true };
    expect(render(stored({ subject: { ...subject, condition: { expression } }, notification }))).toContain(
      '"expression":{"q":"A>1|B","extendedQuery":true}',
    );
  });
});

describe('a subscription is shown', () => {
  it('with what is always there', () => {
    expect(render(stored({ subject, notification }))).toBe(
      '{"id":"51c0ac9ed714fb3b37d7d5a8","status":"active","subject":{"entities":[{"id":"E"}],"condition":{"attrs":[],"notifyOnMetadataChange":true}},' +
        '"notification":{"attrs":[],"onlyChangedAttrs":false,"attrsFormat":"normalized","http":{"url":"http://h:1028/x"},"covered":false}}',
    );
  });

  it('with everything there can be', () => {
    const subscription = stored({
      description: 'd',
      expires: '2040-01-01T14:00:00.00Z',
      throttling: 5,
      status: 'oneshot',
      subject: {
        entities: [{ idPattern: '.*', typePattern: 'R.*' }],
        condition: {
          attrs: ['t'],
          expression: { q: 't>40', georel: 'near;maxDistance:1000', geometry: 'point', coords: '40,-3' },
          jexlExpression: 't>1',
          alterationTypes: ['entityChange'],
          notifyOnMetadataChange: false,
        },
      },
      notification: {
        httpCustom: {
          url: URL,
          method: 'PUT',
          timeout: 10,
          qs: { b: '1', a: '2' },
          headers: { H: 'x' },
          ngsi: { id: 'X', A: { value: '${t}', metadata: { evalPriority: { value: 1, type: 'Number' } } } },
        },
        attrs: ['t'],
        metadata: ['dateModified'],
        attrsFormat: 'simplifiedKeyValues',
        onlyChangedAttrs: true,
        covered: true,
        maxFailsLimit: 3,
      },
    });
    const counters = {
      timesSent: 3,
      failsCounter: 1,
      lastNotification: 1.5,
      lastSuccess: 1,
      lastSuccessCode: 200,
      lastFailure: 2,
      lastFailureReason: 'Timeout was reached',
    };
    expect(render({ ...subscription, counters })).toBe(
      '{"id":"51c0ac9ed714fb3b37d7d5a8","description":"d","expires":"2040-01-01T14:00:00.000Z","status":"oneshot","subject":{"entities":[{"idPattern":".*","typePattern":"R.*"}],' +
        '"condition":{"attrs":["t"],"jexlExpression":"t>1","expression":{"q":"t>40","geometry":"point","coords":"40,-3","georel":"near;maxDistance:1000"},"alterationTypes":["entityChange"],"notifyOnMetadataChange":false}},' +
        '"notification":{"timesSent":3,"lastNotification":"1970-01-01T00:00:01.500Z","attrs":["t"],"onlyChangedAttrs":true,"attrsFormat":"simplifiedKeyValues",' +
        '"httpCustom":{"url":"http://h:1028/x","timeout":10,"ngsi":{"id":"X","A":{"type":"Text","value":"${t}","metadata":{"evalPriority":{"type":"Number","value":1}}}},"method":"PUT","qs":{"a":"2","b":"1"},"headers":{"H":"x"}},' +
        '"metadata":["dateModified"],"lastFailure":"1970-01-01T00:00:02.000Z","lastFailureReason":"Timeout was reached","lastSuccess":"1970-01-01T00:00:01.000Z","lastSuccessCode":200,"maxFailsLimit":3,"failsCounter":1,"covered":true},"throttling":5}',
    );
  });

  it('with the key of records, which may be null or empty', () => {
    expect(render(stored(kafka({ key: null })))).toContain('"topic":"t","key":null}');
    expect(render(stored(kafka({ key: '' })))).toContain('"topic":"t","key":""}');
    expect(render(stored(kafka({})))).toContain('"topic":"t"}');
  });

  it('without a method when it was empty', () => {
    expect(render(stored(custom({ method: '' })))).toContain('"httpCustom":{"url":"http://h:1028/x"}');
  });

  it('hides passwords', () => {
    expect(render(stored(mqtt({ user: 'u', passwd: 'secret' })))).toContain(
      '"mqtt":{"url":"mqtt://h:1883","topic":"t","qos":0,"retain":false,"user":"u","passwd":"*****"}',
    );
    expect(
      render(stored(kafka({ user: 'u', passwd: 'secret', saslMechanism: 'PLAIN', key: 'k' }))),
    ).toContain(
      '"kafka":{"url":"kafka://h:9092","topic":"t","key":"k","user":"u","passwd":"*****","saslMechanism":"PLAIN","securityProtocol":"SASL_SSL"}',
    );
  });

  it('as expired once past', () => {
    expect(render(stored({ subject, notification, expires: '2020-01-01T00:00:00Z' }))).toContain(
      '"status":"expired"',
    );
  });
});

describe('a patch (docs/behaviour/context-broker.md, "Subscriptions")', () => {
  const patch = (before: ReturnType<typeof stored>, body: unknown) =>
    applyPatch(before, parseSubscriptionPatch(toJsonValue(body)));

  it('replaces whole parts', () => {
    const before = stored({
      ...notify({
        attrs: ['A'],
        metadata: ['m'],
        attrsFormat: 'values',
        maxFailsLimit: 3,
        onlyChangedAttrs: true,
        covered: true,
      }),
      description: 'd',
      expires: '2040-01-01T00:00:00Z',
    });
    const after = patch(before, { notification: { http: { url: 'http://other' } } });
    expect(after.notification).toEqual({
      form: 'ngsiv2',
      channel: {
        kind: 'http',
        url: 'http://other',
        timeoutMs: 0,
        headers: new Map(),
        qs: new Map(),
        body: { kind: 'default' },
      },
      attrs: [],
      isExceptAttrs: false,
      metadata: [],
      attrsFormat: 'normalized',
      onlyChangedAttrs: true,
      covered: true,
    });
    expect(after.description).toBe('d');
  });

  it('removes the description and the expiry by the empty text', () => {
    const after = patch(
      stored({ subject, notification, description: 'd', expires: '2040-01-01T00:00:00Z' }),
      { description: '', expires: '' },
    );
    expect(after).not.toHaveProperty('description');
    expect(after).not.toHaveProperty('expiresAt');
  });

  it('sets notifyOnMetadataChange back to true unless it says otherwise', () => {
    const before = stored(condition({ notifyOnMetadataChange: false }));
    for (const body of [{ subject }, { description: 'x' }, { status: 'inactive' }])
      expect(patch(before, body).condition.notifyOnMetadataChange).toBe(true);
    expect(patch(before, condition({ notifyOnMetadataChange: false })).condition).toMatchObject({
      notifyOnMetadataChange: false,
    });
  });

  describe('of the channel', () => {
    const shown = (before: object, ...patches: object[]) => {
      const after = patches.reduce<ReturnType<typeof stored>>(
        (subscription, given) => patch(subscription, { notification: given }),
        stored({ subject, notification: before }),
      );
      const { notification: found } = JSON.parse(render(after)) as { notification: Record<string, unknown> };
      return Object.entries(found).find(([name]) => /^(http|mqtt|kafka)/.test(name));
    };
    const url = URL;
    const full = { url, method: 'PUT', qs: { q: '1' }, headers: { H: 'x' }, payload: 'p', timeout: 7 };
    const records = { url: 'kafka://h:9092', topic: 't' };
    const messages = { url: 'mqtt://h:1883', topic: 't' };

    it('keeps method, headers and parameters, nothing else', () => {
      expect(shown({ httpCustom: full }, { httpCustom: { url } })).toEqual([
        'httpCustom',
        { url, method: 'PUT', qs: { q: '1' }, headers: { H: 'x' } },
      ]);
    });

    it('takes what it gives, and an empty payload for none', () => {
      const given = { url, method: 'GET', qs: { r: '2' }, headers: { I: 'y' }, payload: '' };
      expect(shown({ httpCustom: full }, { httpCustom: given })).toEqual([
        'httpCustom',
        { url, method: 'GET', qs: { r: '2' }, headers: { I: 'y' } },
      ]);
      expect(shown({ httpCustom: full }, { httpCustom: { url, payload: null } })).toEqual([
        'httpCustom',
        { url, payload: null, method: 'PUT', qs: { q: '1' }, headers: { H: 'x' } },
      ]);
    });

    it('hides what it keeps while the channel is not custom', () => {
      expect(shown({ httpCustom: full }, { http: { url } })).toEqual(['http', { url }]);
      expect(shown({ httpCustom: full }, { http: { url } }, { httpCustom: { url, json: {} } })).toEqual([
        'httpCustom',
        { url, json: {}, method: 'PUT', qs: { q: '1' }, headers: { H: 'x' } },
      ]);
    });

    it('keeps key and headers of Kafka; HTTP takes over the headers only', () => {
      const keyed = { ...records, key: 'k', headers: { H: 'x' } };
      expect(shown({ kafkaCustom: keyed }, { kafka: records })).toEqual(['kafka', { ...records, key: 'k' }]);
      expect(
        shown({ kafkaCustom: keyed }, { kafka: records }, { kafkaCustom: { ...records, key: null } }),
      ).toEqual(['kafkaCustom', { ...records, key: null, headers: { H: 'x' } }]);
      expect(shown({ kafkaCustom: keyed }, { httpCustom: { url } }, { kafkaCustom: records })).toEqual([
        'kafkaCustom',
        { ...records, headers: { H: 'x' } },
      ]);
      expect(shown({ httpCustom: full }, { kafkaCustom: records }, { httpCustom: { url } })).toEqual([
        'httpCustom',
        { url, headers: { H: 'x' } },
      ]);
    });

    it('forgets everything on the way through MQTT, and credentials wherever they are not given', () => {
      expect(shown({ httpCustom: full }, { mqtt: messages }, { httpCustom: { url } })).toEqual([
        'httpCustom',
        { url },
      ]);
      expect(
        shown({ mqtt: { ...messages, user: 'u', passwd: 'p', qos: 1, retain: true } }, { mqtt: messages }),
      ).toEqual(['mqtt', { ...messages, qos: 0, retain: false }]);
    });
  });

  it('shows alteration types in the order of the request', () => {
    const alterationTypes = ['entityDelete', 'entityCreate', 'entityChange'];
    expect(stored(condition({ alterationTypes })).condition.alterationTypes).toEqual(alterationTypes);
  });
});

describe('members that Orion does not have', () => {
  const additions = { throttlingMode: 'last', owner: 'alice', labels: ['b', 'a'] };
  const created = (more: object) =>
    parseNewSubscription(toJsonValue({ subject, notification, ...more }), '/#');
  const shown = (definition: ReturnType<typeof created>) => {
    const counters = { timesSent: 0, failsCounter: 0 };
    const members = [...subscriptionToJson({ ...definition, id: 'x', counters }, 0)];
    return renderJson(new Map(members.slice(members.findIndex(([name]) => name === 'notification') + 1)));
  };

  it('are shown where they are given, after all others', () => {
    expect(shown(created({}))).toBe('{}');
    expect(shown(created({ throttling: 5, ...additions }))).toBe(
      '{"throttling":5,"throttlingMode":"last","owner":"alice","labels":["b","a"]}',
    );
  });

  it('stay in a PATCH that does not give them, and go with an empty one', () => {
    const patched = (body: object) =>
      shown(applyPatch(created(additions), parseSubscriptionPatch(toJsonValue(body))));
    expect(patched({ throttling: 0 })).toBe(shown(created(additions)));
    expect(patched({ owner: 'bob' })).toBe('{"throttlingMode":"last","owner":"bob","labels":["b","a"]}');
    expect(patched({ owner: '', labels: [], throttlingMode: 'drop' })).toBe('{}');
  });
});
