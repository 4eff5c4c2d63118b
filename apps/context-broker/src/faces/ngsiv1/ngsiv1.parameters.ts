import { badRequest, type EntitySelector } from '@smart-city/context';
import {
  parsePayload,
  parseQueryContext,
  parseUpdateAttributes,
  parseUpdateContext,
  type Ngsiv1ParseOptions,
  type QueryContext,
  type UpdateContext,
  type ContextElement,
} from '@smart-city/ngsiv1';
import { fromRequest } from '../../http/parameters';
import type { NgsiRequest } from '../../http/ngsi-request';
import { Ngsiv1Face } from './ngsiv1-face';

/** What the URL says of an operation of NGSIv1. */
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
  readonly limit: number;
  readonly offset: number;
  /** As sent: looked at only when there is something to query. */
  readonly orderBy: string | undefined;
}

/** @throws NgsiError  400 */
export const UrlSays = fromRequest(readNgsiv1Parameters);

/** A body; a request whose body is refused is left out of the statistics (docs/behaviour/ngsiv1.md#counters). */
const fromBody = <Value>(read: (request: NgsiRequest) => Value) =>
  fromRequest((request): Value => {
    const startedMs = performance.now();
    request.isLeftOut = true;
    const value = read(request);
    request.isLeftOut = false;
    request.parsedMs = performance.now() - startedMs;
    return value;
  });

/** The body of `updateContext`. @throws Ngsiv1Fault  400 */
export const UpdateContextBody = fromBody((request): UpdateContext =>
  parseUpdateContext(
    parsePayload(() => request.jsonOfTexts()),
    parsingOf(request),
  ),
);

/** The body of `queryContext`. @throws Ngsiv1Fault  400 */
export const QueryContextBody = fromBody((request): QueryContext =>
  parseQueryContext(parsePayload(() => request.jsonOfTexts())),
);

/** The entity that the path names, as an update that removes it names it. */
export const NamedElement = fromRequest((request): ContextElement => ({
  ...identityOf(request),
  attributes: [],
}));

/** The same with the attributes of the body. @throws Ngsiv1Fault  400 */
export const ElementWithBody = fromBody((request): ContextElement => ({
  ...identityOf(request),
  attributes: parseUpdateAttributes(
    parsePayload(() => request.jsonOfTexts()),
    parsingOf(request),
  ),
}));

const identityOf = (request: NgsiRequest): Omit<ContextElement, 'attributes'> => ({
  id: request.pathPart('id'),
  type: request.parameter('entity::type') ?? '',
  isPattern: '',
});

/** How strict the language is: the same on all its paths. */
function parsingOf({ face }: NgsiRequest): Ngsiv1ParseOptions {
  if (!(face instanceof Ngsiv1Face)) throw new Error('not a path of NGSIv1');
  return face.parsing;
}

function readNgsiv1Parameters(request: NgsiRequest): Ngsiv1Parameters {
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
    limit: request.parameters.limit,
    offset: request.parameters.offset,
    orderBy: request.parameter('orderBy'),
  };
}
