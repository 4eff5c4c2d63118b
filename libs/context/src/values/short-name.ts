/** What NGSI-LD puts before a name that no context knows (GS CIM 009, 5.5.7). */
const DEFAULT_CONTEXT = 'https://uri.etsi.org/ngsi-ld/default-context/';

/** A name as it is stored: short where it is one of the default context. All other names are as they are. */
export const shortName = (name: string): string =>
  name.startsWith(DEFAULT_CONTEXT) && name.length > DEFAULT_CONTEXT.length
    ? name.slice(DEFAULT_CONTEXT.length)
    : name;
