import { renderPostman } from './postman';
import { SAMPLE } from './sample-document';

const collection = renderPostman(SAMPLE, 'https://parks.example');
const [benches, tokens] = collection.item;

describe('the Postman collection of a document', () => {
  it('names its format, and has a folder a tag', () => {
    expect(collection.info.schema).toBe(
      'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    );
    expect(collection.item.map(({ name, item }) => [name, item.length])).toEqual([
      ['Benches', 1],
      ['Tokens', 2],
    ]);
  });

  it('has variables for the address and the credentials, and no credentials', () => {
    expect(collection.variable).toEqual([
      { key: 'baseUrl', value: 'https://parks.example' },
      ...['key', 'token', 'clientId', 'clientSecret'].map((key) => ({ key, value: '' })),
    ]);
  });

  it('makes a request of an operation, with its example', () => {
    expect(benches?.item[0]?.request).toEqual({
      method: 'PUT',
      header: [
        { key: 'Content-Type', value: 'application/json' },
        { key: 'Fiware-Service', value: '', disabled: true },
      ],
      auth: {
        type: 'apikey',
        apikey: [
          { key: 'key', value: 'X-Key', type: 'string' },
          { key: 'value', value: '{{key}}', type: 'string' },
          { key: 'in', value: 'header', type: 'string' },
        ],
      },
      url: {
        raw: '{{baseUrl}}/benches/:id',
        host: ['{{baseUrl}}'],
        path: ['benches', ':id'],
        query: [{ key: 'dry', value: '', description: 'true: only try', disabled: true }],
        variable: [{ key: 'id', value: 'bench 1' }],
      },
      body: { mode: 'raw', raw: '{\n  "seats": 3\n}', options: { raw: { language: 'json' } } },
    });
  });

  it('sends forms as forms, and nothing to what is open', () => {
    const [form, open] = tokens?.item ?? [];
    expect(form?.request).toMatchObject({
      body: { mode: 'urlencoded', urlencoded: [{ key: 'grant', value: 'a b' }] },
      auth: { type: 'basic' },
    });
    expect(open?.request.auth).toEqual({ type: 'noauth' });
  });
});
