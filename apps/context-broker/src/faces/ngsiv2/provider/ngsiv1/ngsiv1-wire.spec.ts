import { parseJson, renderJson, type AttributeInput } from '@smart-city/context';
import type {
  ProviderQuery,
  ProviderUpdate,
} from '../../../../core/registrations/forwarding/provider-request';
import { readQueryAnswerV1, readUpdateAnswerV1 } from './read-answers';
import { renderQueryV1, renderUpdateV1 } from './render-requests';

const target = {
  registrationId: 'r',
  provider: { url: 'http://a/v1', forwardingMode: 'all', protocol: 'ngsiv1' },
} as const;
const attribute: AttributeInput = {
  name: 'A',
  type: 'command',
  value: 'A',
  metadata: new Map([['m', { type: 'Text', value: 'x' }]]),
};

describe('requests to providers of NGSIv1', () => {
  it('hold the members in the order of the version', () => {
    const update: ProviderUpdate = {
      ...target,
      entities: [{ entity: { id: 'E', isPattern: false, type: 'T' }, attrs: [attribute] }],
    };
    const elements = (identity: string, value: string) =>
      `{"contextElements":[{${identity},"attributes":[{"name":"A","type":"command","value":"A","metadatas":[{"name":"m","type":"Text","value":${value}}]}]}],"updateAction":"UPDATE"}`;
    expect(renderUpdateV1(update, 'texts').body).toBe(
      elements('"type":"T","isPattern":"false","id":"E"', '"x"'),
    );
    expect(renderUpdateV1(update, 'json').body).toBe(
      elements('"id":"E","isPattern":"false","type":"T"', '{"type":"Text","value":"x"}'),
    );
    const query: ProviderQuery = {
      ...target,
      entities: [{ id: 'E', isPattern: false }],
      attrs: [],
      servicePaths: ['/'],
    };
    expect(renderQueryV1(query, 'texts').body).toBe(
      '{"entities":[{"type":"","isPattern":"false","id":"E"}]}',
    );
    expect(renderQueryV1(query, 'json').body).toBe(
      '{"entities":[{"id":"E","isPattern":"false","type":""}],"attributes":[]}',
    );
  });

  it('read NGSIv1 answers with codes as texts or numbers', () => {
    const read = (text: string, values: 'json' | 'texts' = 'texts') =>
      readUpdateAnswerV1(parseJson(text), false, values);
    const response = (code: string, names: string) =>
      `{"contextElement":{"id":"E","attributes":[${names}]},"statusCode":{"code":${code}}}`;
    expect(read(`{"contextResponses":[${response('"200"', '{"name":"A"}')}]}`).kind).toBe('done');
    expect(read(`{"contextResponses":[${response('200', '')}]}`).kind).toBe('done');
    const partly = `{"contextResponses":[${response('200', '{"name":"A"}')},${response('"422"', '{"name":"B"}')}]}`;
    const failure = { kind: 'failed', reason: 'non-200 code: 422' };
    expect(read(partly, 'json')).toEqual({ ...failure, fault: 'unreadableAnswer' });
    expect(read(partly)).toEqual({
      ...failure,
      taken: [{ id: 'E', type: '', names: ['A'] }],
      refused: [{ id: 'E', type: '', names: ['B'], code: '422', details: '' }],
    });
    expect(read('{"errorCode":{"code":"404"}}').kind).toBe('missing');
    expect(read('{"errorCode":{"code":"500"}}').kind).toBe('failed');
    expect(read('[]').kind).toBe('failed');
  });
});

describe('query answers of NGSIv1 providers (docs/behaviour/ngsiv1.md, "Answers of providers")', () => {
  const attributes =
    '{"name":"A","type":"Number","value":1.50},{"name":"B","type":"T","value":{"x":[true,{}]}},' +
    '{"name":"C","type":"T","value":[]},{"name":"D","type":"T"}';
  const text = `{"contextResponses":[{"contextElement":{"id":"E","type":"T","attributes":[${attributes}]},"statusCode":{"code":200}}]}`;
  const read = (values: 'json' | 'texts') =>
    [...(readQueryAnswerV1({ text, body: parseJson(text) }, values)?.[0]?.attrs ?? [])].map(
      ([name, { type, value }]) => [name, type, JSON.parse(renderJson(value)) as unknown],
    );

  it('have texts for scalars before 4.0.0, as they were sent', () => {
    expect(read('texts')).toEqual([
      ['A', 'Number', '1.50'],
      ['B', 'T', { x: ['true', ''] }],
      ['C', 'T', ''],
      ['D', 'T', ''],
    ]);
  });

  it('keep JSON types since, and drop the type of compound values', () => {
    expect(read('json')).toEqual([
      ['A', 'Number', 1.5],
      ['B', 'StructuredValue', { x: [true, {}] }],
      ['C', 'StructuredValue', []],
      ['D', 'T', null],
    ]);
  });
});
