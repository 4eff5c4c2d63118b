import type { Options } from '../cli/options';

/** Where this service describes its interface. */
export const docsPath = ({ apiDocs }: Pick<Options, 'apiDocs'>): string =>
  apiDocs ? '/docs' : '/openapi.json';
