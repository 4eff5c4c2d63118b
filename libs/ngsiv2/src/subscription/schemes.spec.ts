import { toJsonValue } from '@smart-city/ngsi-testing';
import { parseJson } from '@smart-city/context';
import { parseRegistration } from '../registration/parse-registration';
import { parseNewSubscription } from './parse-subscription';

const SCHEMES = ['http', 'https', 'mqtt', 'mqtts', 'kafka', 'ws', 'wss', 'ftp', 'file', 'amqp', 'javascript'];
const takenBy = (parse: (scheme: string) => unknown): string[] =>
  SCHEMES.filter((scheme) => {
    try {
      parse(scheme);
      return true;
    } catch {
      return false;
    }
  });
const subscription = (kind: string, members: object) => (scheme: string) =>
  parseNewSubscription(
    toJsonValue({
      subject: { entities: [{ id: 'E' }] },
      notification: { [kind]: { url: `${scheme}://h:1`, ...members } },
    }),
    '/#',
  );

describe('URLs have one of the schemes that are allowed where they stand', () => {
  it.each([
    ['http', {}, ['http', 'https']],
    ['httpCustom', {}, ['http', 'https']],
    ['mqtt', { topic: 't' }, ['mqtt', 'mqtts']],
    ['mqttCustom', { topic: 't' }, ['mqtt', 'mqtts']],
    ['kafka', { topic: 't' }, ['kafka']],
    ['kafkaCustom', { topic: 't' }, ['kafka']],
  ])('%s', (kind, members, allowed) => {
    expect(takenBy(subscription(kind, members))).toEqual(allowed);
  });

  it('provider', () => {
    const registration = (scheme: string) =>
      parseRegistration(
        parseJson(`{"dataProvided":{"entities":[{"id":"E"}]},"provider":{"http":{"url":"${scheme}://h:1"}}}`),
      );
    expect(takenBy(registration)).toEqual(['http', 'https', 'mqtt', 'kafka']);
  });
});
