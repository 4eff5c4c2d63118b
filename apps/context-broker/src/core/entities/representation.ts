import { shortName } from '@smart-city/context';
import type { Representation, RenderOptions } from '@smart-city/ngsiv2';
import type { RequestContext } from '../../context/request-context';
import { listParameter, type UrlParameters } from '../../http/url-parameters';

const REPRESENTATIONS = ['keyValues', 'values', 'unique'] as const satisfies readonly Representation[];

/** How the client wants entities shown. */
export interface ShownAs extends RenderOptions {
  /** Names asked for; empty: all. */
  readonly attrs: readonly string[];
}

/** What `options`, `attrs` and `metadata` say of it. */
export function readRepresentation(parameters: UrlParameters): ShownAs {
  return {
    representation: REPRESENTATIONS.find((name) => parameters.options.has(name)) ?? 'normalized',
    attrs: withDateOptions(listParameter(parameters, 'attrs').map(shortName), parameters),
    metadata: listParameter(parameters, 'metadata'),
  };
}

/** The deprecated `options=dateCreated,dateModified` name the entity's builtins; the user's attributes still show. */
export function withDateOptions(
  attrs: readonly string[],
  { options }: Pick<RequestContext, 'options'>,
): readonly string[] {
  const dates = (['dateCreated', 'dateModified'] as const).filter((name) => options.has(name));
  if (dates.length === 0) return attrs;
  return [...(attrs.length === 0 ? ['*'] : attrs), ...dates];
}
