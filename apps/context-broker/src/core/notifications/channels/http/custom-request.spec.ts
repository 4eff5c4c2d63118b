import fc from 'fast-check';
import { cleanValue, withCustomHeaders } from './custom-request';
import { standardHeaders } from './http-notification';

const facts = {
  host: 'h:80',
  byteLength: 2,
  service: 't',
  servicePath: '/a',
  authToken: undefined,
  contentType: 'application/json; charset=utf-8',
  correlator: 'c',
  attrsFormat: 'normalized',
};
const names = (custom: Record<string, string>) =>
  withCustomHeaders(standardHeaders(facts), new Map(Object.entries(custom))).map(([name]) => name);

describe('headers of a notification', () => {
  it('can be replaced and removed, but for two', () => {
    expect(
      names({
        accept: '',
        'fiware-service': '',
        'user-agent': 'me',
        'fiware-correlator': '',
        'ngsiv2-attrsformat': '',
      }),
    ).toEqual([
      'User-Agent',
      'Host',
      'Fiware-Servicepath',
      'Content-Length',
      'Content-Type',
      'Fiware-Correlator',
      'Ngsiv2-AttrsFormat',
    ]);
  });

  it('leave the framing to the sender', () => {
    expect(
      names({
        'content-length': '1',
        'transfer-encoding': 'chunked',
        connection: 'close',
        'x y': 'z',
        'a:b': 'c',
      }),
    ).toEqual(names({}));
  });

  it('never hold a line break, whatever a macro gives', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(cleanValue(value)).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
      }),
    );
  });
});
