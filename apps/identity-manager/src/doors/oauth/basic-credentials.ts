export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** The pair of a Basic header (RFC 7617), or undefined when it is none. A secret may contain colons or be empty. */
export function parseBasic(header: string): Credentials | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || text.includes('\0')) return undefined;
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return undefined;
  }
}

/**
 * The same pair as a strict client means it: RFC 6749 section 2.3.1 form-encodes id and secret before they are
 * joined, which Keyrock's clients do not. Undefined when decoding changes nothing or fails.
 */
export function decodedCredentials({ id, secret }: Credentials): Credentials | undefined {
  const decoded = { id: formDecode(id), secret: formDecode(secret) };
  if (decoded.id === undefined || decoded.secret === undefined) return undefined;
  if (decoded.id === id && decoded.secret === secret) return undefined;
  return { id: decoded.id, secret: decoded.secret };
}
