import { MongoClient, MongoServerError } from 'mongodb';
import { connectionRemedy, isNoUri } from './connection-remedy';

it.each([
  ['connect ECONNREFUSED 127.0.0.1:1', /nothing listens there/],
  ['getaddrinfo ENOTFOUND nowhere', /no such host/],
  ['something else', /check that the MongoDB server runs/],
])('%s', (message, remedy) => {
  expect(connectionRemedy(new Error(message))).toMatch(remedy);
  expect(connectionRemedy(new Error(message))).toContain(message);
});

it('tells that user or password are wrong', () => {
  const refused = new MongoServerError({ message: 'Authentication failed.', code: 18 });
  expect(connectionRemedy(refused)).toMatch(/does not take user and password/);
});

it.each(['mongodb://', 'mongodb://h/?nonsense=1'])('%s is no URI, whatever is tried', (uri) => {
  let fault: unknown;
  try {
    new MongoClient(uri);
  } catch (error) {
    fault = error;
  }
  expect(isNoUri(fault)).toBe(true);
  expect(connectionRemedy(fault)).toMatch(/^-dbURI \(ORION_MONGO_URI\) is no MongoDB URI: /);
});

it('shows no password', () => {
  expect(connectionRemedy(new Error('mongodb://u:secret@h/ fails'))).not.toContain('secret');
});
