import { badRequest, type EntitySelector } from '@smart-city/ngsi';
import type { NgsiRequest } from '../http/ngsi-request';

/** URL parameters that only NGSIv1 has. */
export interface Ngsiv1Parameters {
  /** `attributeFormat=object`, or `attributesFormat=object` */
  readonly asObject: boolean;
  /** `details=on`: how many entities match. */
  readonly details: boolean;
  /**
   * `entity::type`, `exist=entity::type`, `!exist=entity::type`: what further holds for the entity of
   * `/v1/contextEntities/{id}`. They have no effect on queryContext.
   */
  readonly selector: EntitySelector;
  /** `!exist=entity::type`: updates without a type mean the entity that has none. */
  readonly onlyUntyped: boolean;
}

/** @throws NgsiError  400 */
export function readNgsiv1Parameters(request: NgsiRequest): Ngsiv1Parameters {
  const details = request.parameter('details') ?? 'off';
  if (!['on', 'off'].includes(details.toLowerCase())) {
    throw badRequest(
      `Bad value for /details/: /${details}/ [accepted: /on/, /ON/, /off/, /OFF/. Default is /off/]`,
    );
  }
  const type = request.parameter('entity::type');
  const onlyUntyped = request.parameter('!exist') === 'entity::type';
  return {
    asObject: [request.parameter('attributeFormat'), request.parameter('attributesFormat')].includes(
      'object',
    ),
    // Any letter case is accepted, but only this one counts.
    details: details === 'on',
    selector: {
      ...(type !== undefined && { types: [type] }),
      ...(request.parameter('exist') === 'entity::type' && { typePattern: '.' }),
      ...(onlyUntyped && { types: [''] }),
    },
    onlyUntyped,
  };
}
