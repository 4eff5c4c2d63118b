import { errorMessage } from '@smart-city/service';

/** What a message of the driver or of the system tells, and what to do about it. The first that matches. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /authentication failed|bad auth|not authorized|requires authentication/i,
    'the MongoDB server does not take user and password: mend them in -dbURI (ORION_MONGO_URI), and -dbpwd for its ${PWD}; a user of another database needs ?authSource=<database>',
  ],
  [/ENOTFOUND|EAI_AGAIN|querySrv/, 'there is no such host: mend the host in -dbURI (ORION_MONGO_URI)'],
  [
    /ECONNREFUSED/,
    'nothing listens there: start the MongoDB server, or mend host and port in -dbURI (ORION_MONGO_URI)',
  ],
  [/certificate|\bSSL\b|\bTLS\b/i, 'TLS fails: mend the tls options of -dbURI (ORION_MONGO_URI)'],
];
const OTHER = 'check that the MongoDB server runs, and that -dbURI (ORION_MONGO_URI) names it';

const UNREADABLE: readonly string[] = ['MongoParseError', 'MongoInvalidArgumentError'];

/** The driver cannot read the URI: trying again does not help. By name: the parser of the URI has errors of its own. */
export const isNoUri = (cause: unknown): boolean => cause instanceof Error && UNREADABLE.includes(cause.name);

/** One line that says why a MongoDB server cannot be used and what to do; it holds no password. */
export function connectionRemedy(cause: unknown): string {
  const message = withoutPasswords(errorMessage(cause)).replace(/\s+/g, ' ');
  if (isNoUri(cause)) return `-dbURI (ORION_MONGO_URI) is no MongoDB URI: ${message}`;
  const [, remedy] = REMEDIES.find(([told]) => told.test(message)) ?? [];
  return `${message}; ${remedy ?? OTHER}`;
}

const withoutPasswords = (text: string): string => text.replace(/(\w:\/\/)[^/@\s]*@/g, '$1******@');
