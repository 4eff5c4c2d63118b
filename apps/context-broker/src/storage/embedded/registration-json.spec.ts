import type { Registration } from '@smart-city/context';
import { registrationOfText, registrationToText } from './registration-json';

const registrationOf = (protocol: string): Registration => ({
  id: '5a82be3d093af1b94ac0f730',
  servicePath: '/',
  entities: [{ id: 'E', isPattern: false }],
  attrs: ['a'],
  provider: { url: 'http://h/v2', forwardingMode: 'all', protocol },
});
const textOf = (legacyForwarding: boolean) =>
  `{"id":"5a82be3d093af1b94ac0f730","servicePath":"/","entities":[{"id":"E","isPattern":false}],"attrs":["a"],"provider":{"url":"http://h/v2","forwardingMode":"all","legacyForwarding":${legacyForwarding}}}`;

describe('the document of a registration in the embedded store', () => {
  it.each([
    ['ngsiv2', false],
    ['ngsiv1', true],
  ])('of %s is that of versions before', (protocol, legacyForwarding) => {
    expect(registrationToText(registrationOf(protocol))).toBe(textOf(legacyForwarding));
    expect(registrationOfText(textOf(legacyForwarding))).toEqual(registrationOf(protocol));
  });
});
