import type { AttributeInput } from '@smart-city/context';
import { ngsiv2Wire } from './ngsiv2-wire';

const target = {
  registrationId: 'r',
  provider: { url: 'http://a/v2', forwardingMode: 'all', protocol: 'ngsiv2' },
} as const;
const attribute: AttributeInput = {
  name: 'A',
  type: 'command',
  value: 'A',
  metadata: new Map([['m', { type: 'Text', value: 'x' }]]),
};

it('requests to providers of NGSIv2 are those of op/update and op/query', () => {
  expect(
    ngsiv2Wire.renderUpdate({
      ...target,
      entities: [{ entity: { id: 'E', isPattern: false, type: 'T' }, attrs: [attribute] }],
    }).body,
  ).toBe(
    '{"entities":[{"id":"E","type":"T","A":{"type":"command","value":"A","metadata":{"m":{"type":"Text","value":"x"}}}}],"actionType":"update"}',
  );
  expect(
    ngsiv2Wire.renderQuery(
      { ...target, entities: [{ id: 'E', isPattern: false }], attrs: [], servicePaths: ['/'] },
      { limit: 20, offset: 0 },
    ),
  ).toMatchObject({
    path: '/op/query?limit=20&offset=0&options=count',
    body: '{"entities":[{"id":"E"}],"attrs":[]}',
  });
});
