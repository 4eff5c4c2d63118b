import { badRequest, type EntitySelector } from '@smart-city/ngsi';
import type { NgsiRequest } from '../http/ngsi-request';

/** URL parameters that only NGSIv1 has. Spec section 16.1. */
export interface Ngsiv1Parameters {
  /** `attributeFormat=object` */
  readonly asObject: boolean;
  /** `details=on`: how many entities match. */
  readonly details: boolean;
  /** `entity::type`, `exist=entity::type`, `!exist=entity::type`: what further holds for the entity. */
  readonly selector: EntitySelector;
}

/** @throws NgsiError  400 */
export function readNgsiv1Parameters(request: NgsiRequest): Ngsiv1Parameters {
  const details = request.parameter('details') ?? 'off';
  if (!['on', 'ON', 'off', 'OFF'].includes(details)) {
    throw badRequest(
      `Bad value for /details/: /${details}/ [accepted: /on/, /ON/, /off/, /OFF/. Default is /off/]`,
    );
  }
  const type = request.parameter('entity::type');
  const selector: EntitySelector = {
    ...(type !== undefined && { types: [type] }),
    ...(request.parameter('exist') === 'entity::type' && { typePattern: '.' }),
    ...(request.parameter('!exist') === 'entity::type' && { types: [''] }),
  };
  return {
    asObject: request.parameter('attributeFormat') === 'object',
    details: details.toLowerCase() === 'on',
    selector,
  };
}

/** A selector that also has to meet the one of the URL; undefined when nothing can meet both. */
export function narrowed(selector: EntitySelector, extra: EntitySelector): EntitySelector | undefined {
  const types =
    extra.types === undefined
      ? selector.types
      : (selector.types?.filter((type) => extra.types!.includes(type)) ?? extra.types);
  if (types?.length === 0) return undefined;
  return { ...selector, ...extra, ...(types && { types }) };
}
