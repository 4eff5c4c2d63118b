/** Header that says which preferences of a request were honoured (RFC 7240 §3). */
export const PREFERENCE_APPLIED = 'Preference-Applied';

const VERSION = /^1\.(\d{1,3})(?:\.\d{1,3})?$/;

/** A version of the specification that a client asks for. */
export interface PreferredVersion {
  /** As the client wrote it. */
  readonly version: string;
  readonly minor: number;
}

/** Values of the preferences of a request, by name in lower case; of one that is repeated the first (RFC 7240 §2). */
function preferences(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain] of header.matchAll(
    /(?:^|,)\s*([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;"]+)))?/g,
  )) {
    const known = name.toLowerCase();
    if (!found.has(known)) found.set(known, quoted ?? plain ?? '');
  }
  return found;
}

/** Reads `Prefer: ngsi-ld=1.x` (GS CIM 009 §4.3.6.8); undefined where it is not asked for, or is no version. */
export function preferredVersion(header: string | undefined): PreferredVersion | undefined {
  if (header === undefined) return undefined;
  const version = preferences(header).get('ngsi-ld');
  const minor = version === undefined ? undefined : VERSION.exec(version)?.[1];
  return version === undefined || minor === undefined ? undefined : { version, minor: Number(minor) };
}

/** Whether `Prefer: body=json` keeps GeoJSON free of JSON-LD (GS CIM 009 §6.3.6). */
export const prefersJsonBody = (header: string | undefined): boolean =>
  header !== undefined && preferences(header).get('body')?.toLowerCase() === 'json';
