import fc from 'fast-check';
import { fromDbUri, toDbUri, type OldDatabaseParameters } from './index';

const uriOf = (parameters: OldDatabaseParameters) => {
  const mapped = toDbUri(parameters);
  if (mapped.kind !== 'uri') throw new Error(mapped.reasons.join('; '));
  return mapped.uri;
};
const reasonsOf = (mapped: { kind: string; reasons?: readonly string[] }) => mapped.reasons ?? [];

describe('old database parameters to connection URI', () => {
  const examples: readonly (readonly [string, OldDatabaseParameters, string])[] = [
    ['nothing', {}, 'mongodb://localhost/'],
    ['-dbhost h', { host: 'h' }, 'mongodb://h/'],
    ['a replica set', { host: 'a:1,b:2', replicaSet: 'rs0' }, 'mongodb://a:1,b:2/?replicaSet=rs0'],
    [
      'everything',
      {
        host: 'h',
        replicaSet: 'rs',
        timeoutMs: 5000,
        user: 'u',
        password: 'p',
        authMechanism: 'SCRAM-SHA-256',
        authDb: 'admin',
        ssl: true,
        disableRetryWrites: true,
      },
      'mongodb://u:p@h/admin?replicaSet=rs&authMechanism=SCRAM-SHA-256&tls=true&tlsAllowInvalidCertificates=true&retryWrites=false&connectTimeoutMS=5000',
    ],
    [
      'no -rplSet: the first option follows "?"',
      { host: 'h', ssl: true },
      'mongodb://h/?tls=true&tlsAllowInvalidCertificates=true',
    ],
    [
      'retry writes and timeout',
      { disableRetryWrites: true, timeoutMs: 1 },
      'mongodb://localhost/?retryWrites=false&connectTimeoutMS=1',
    ],
    [
      'hard characters',
      { user: 'a@b:c', password: 'p/?#[]% é' },
      'mongodb://a%40b%3Ac:p%2F%3F%23%5B%5D%25%20%C3%A9@localhost/',
    ],
    [
      'a password that looks like the placeholder',
      { user: 'u', password: '${PWD}' },
      'mongodb://u:%24%7BPWD%7D@localhost/',
    ],
  ];
  it.each(examples)('%s', (_name, parameters, uri) => expect(uriOf(parameters)).toBe(uri));

  it('says every reason why there is no URI', () => {
    expect(toDbUri({ host: 'a b', user: 'u', timeoutMs: 1.5 })).toEqual({
      kind: 'unmappable',
      reasons: [
        "-dbhost names no host: 'a b'",
        '-dbuser is given without a password: the URI needs both',
        '-dbTimeout is not a whole number of milliseconds',
      ],
    });
    expect(toDbUri({ password: 'p' }).kind).toBe('unmappable');
    expect(toDbUri({ host: 'h:70000' }).kind).toBe('unmappable');
    expect(toDbUri({ host: 'h/evil?x' }).kind).toBe('unmappable');
    expect(toDbUri({ user: '\ud800', password: 'p' }).kind).toBe('unmappable');
  });
});

describe('connection URI to old parameters', () => {
  it('names what the old parameters could not say', () => {
    expect(reasonsOf(fromDbUri('postgres://h/'))).toEqual(['it is not a MongoDB connection URI']);
    expect(reasonsOf(fromDbUri('mongodb://h/?tls=true'))).toHaveLength(1);
    expect(reasonsOf(fromDbUri('mongodb://h/?w=majority&retryWrites=true'))).toEqual([
      'no old parameter says w',
      'no old parameter says retryWrites=true',
    ]);
    expect(reasonsOf(fromDbUri('mongodb://u@h/'))).toEqual(['it names a user without a password']);
    expect(reasonsOf(fromDbUri('mongodb://u:%zz@h/'))).toEqual(['the password has a bad percent-encoding']);
  });

  it('puts -dbpwd in the place of ${PWD}', () => {
    expect(fromDbUri('mongodb://u:${PWD}@h/', 'secret')).toMatchObject({
      parameters: { user: 'u', password: 'secret', host: 'h' },
    });
    expect(reasonsOf(fromDbUri('mongodb://u:${PWD}@h/'))).toHaveLength(1);
  });

  const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,20}$/);
  const text = fc
    .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
    .filter((value) => !/\p{Surrogate}/u.test(value));
  const present = <T>(key: string, value: fc.Arbitrary<T>) =>
    fc.option(
      value.map((v) => ({ [key]: v })),
      { nil: {} },
    );
  const parameters: fc.Arbitrary<OldDatabaseParameters> = fc
    .tuple(
      fc.array(fc.tuple(name, fc.option(fc.integer({ min: 1, max: 65535 }))), { minLength: 1, maxLength: 3 }),
      fc.option(fc.record({ user: text, password: fc.oneof(text, fc.constant('')) }), { nil: {} }),
      present('replicaSet', text),
      present('timeoutMs', fc.nat()),
      present('authMechanism', text),
      present('authDb', text),
      present('ssl', fc.constant(true)),
      present('disableRetryWrites', fc.constant(true)),
    )
    .map(([hosts, ...parts]) => ({
      host: hosts.map(([h, port]) => (port === null ? h : `${h}:${port}`)).join(','),
      ...Object.fromEntries(parts.flatMap((part) => Object.entries(part))),
    }));

  it('undoes the mapping for every set of parameters', () => {
    fc.assert(
      fc.property(parameters, (given) => {
        expect(fromDbUri(uriOf(given))).toEqual({ kind: 'parameters', parameters: given, scheme: 'mongodb' });
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => void fromDbUri(any)));
    fc.assert(
      fc.property(
        fc.string().map((s) => `mongodb://${s}`),
        (any) => void fromDbUri(any),
      ),
    );
  });
});
