import type { Representation, RenderOptions } from '@smart-city/ngsi';
import type { NgsiRequest } from '../http/ngsi-request';
import { listParameter } from '../http/url-parameters';

const REPRESENTATIONS: readonly Representation[] = ['keyValues', 'values', 'unique'];

/** How the client wants entities shown: `options`, `attrs`, `metadata`. Spec sections 2.1, 4.1, 15.2. */
export function readRepresentation(
  request: NgsiRequest,
): RenderOptions & { readonly attrs: readonly string[] } {
  const { options, parameters } = request;
  return {
    representation: REPRESENTATIONS.find((name) => options.has(name as 'keyValues')) ?? 'normalized',
    attrs: withDateOptions(listParameter(parameters, 'attrs'), request),
    metadata: listParameter(parameters, 'metadata'),
  };
}

/** The deprecated `options=dateCreated,dateModified` name the entity's builtins; the user's attributes still show. */
export function withDateOptions(attrs: readonly string[], { options }: NgsiRequest): readonly string[] {
  const dates = (['dateCreated', 'dateModified'] as const).filter((name) => options.has(name));
  if (dates.length === 0) return attrs;
  return [...(attrs.length === 0 ? ['*'] : attrs), ...dates];
}
