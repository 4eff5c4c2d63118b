import { renderExactJson, type Entity, type JsonValue } from '@smart-city/context';
import {
  badRequestData,
  NgsiLdFault,
  OlderKinds,
  renderLdEntity,
  renderLdFeature,
  selectLdAttributes,
  type FeatureOptions,
  type LdShowing,
  type ShownAttribute,
  type ShowOptions,
} from '@smart-city/ngsild';
import { shownContext, type GivenContext, type LdCall } from '../ld-call';
import { GEO_TYPE, JSON_MEDIA_TYPE } from '../negotiate';
import { preferredVersion, prefersJsonBody } from '../prefer-header';

/** How the entities of an answer are written. */
export interface Showing {
  readonly options: ShowOptions;
  /** Present for an answer in GeoJSON. */
  readonly feature: FeatureOptions | undefined;
  /** The `@context` of the answer. */
  readonly context: JsonValue;
  /** The answer names its context in a `Link` header, and not in its body. */
  readonly linksContext: boolean;
  /** The version that the client asked for, as the answer says it. */
  readonly version?: string;
}

/**
 * Says how the entities of an answer are written, by the media type that the client takes (GS CIM 009 §6.3.5, 6.3.15).
 *
 * @throws BadRequestData  `geometryProperty` without GeoJSON
 */
export function showingOf(call: LdCall, context: GivenContext, shown: LdShowing): Showing {
  const { geometryProperty, ...show } = shown;
  const { mediaType } = call;
  const prefer = call.request.header('prefer');
  const version = preferredVersion(prefer);
  const olderKinds = version && new OlderKinds(version.minor);
  const isGeo = mediaType === GEO_TYPE;
  if (geometryProperty !== undefined && !isGeo)
    throw badRequestData('Invalid geometryProperty', `geometryProperty is for answers in ${GEO_TYPE}`);
  const linksContext = mediaType === JSON_MEDIA_TYPE || (isGeo && prefersJsonBody(prefer));
  const named = shownContext(context);
  return {
    options: {
      ...show,
      context: context.names,
      nowMs: Date.now(),
      ...(olderKinds && { olderKinds }),
      ...(!linksContext && { contextText: renderExactJson(named) }),
    },
    feature: isGeo ? featureOf(shown) : undefined,
    context: named,
    linksContext,
    ...(version && { version: version.version }),
  };
}

/** The first instance that `datasetId` names has the geometry. */
function featureOf({ geometryProperty = 'location', datasetIds }: LdShowing): FeatureOptions {
  const [datasetId] = datasetIds ?? [];
  return datasetId === undefined || datasetId === '@none'
    ? { geometryProperty }
    : { geometryProperty, datasetId };
}

/** Status of an answer whose entities are rendered: 203 where an older version is shown something otherwise (GS CIM 009 §4.3.6.8). */
export const shownStatus = ({ options: { olderKinds } }: Showing): number =>
  olderKinds?.hasAltered === true ? 203 : 200;

/** @throws ResourceNotFound  the entity has nothing of what `attrs` or `pick` asks for */
export function checkShown(entity: Entity, { options }: Showing): readonly ShownAttribute[] {
  const attributes = selectLdAttributes(entity, options, options.nowMs);
  const { pick, attrs } = options;
  const hasNoMember = pick !== undefined && !pick.has('id') && !pick.has('type') && !pick.has('scope');
  if (attributes.length === 0 && (attrs !== undefined || hasNoMember))
    throw new NgsiLdFault(
      'ResourceNotFound',
      'Attribute not found',
      `The entity ${entity.id} has none of the attributes that are asked for`,
    );
  return attributes;
}

/**
 * Renders one entity of an answer.
 *
 * @throws ResourceNotFound  see {@link checkShown}
 */
export function showOne(entity: Entity, showing: Showing): string {
  const attributes = checkShown(entity, showing);
  const { options, feature } = showing;
  return feature === undefined
    ? renderLdEntity(entity, options, attributes)
    : renderLdFeature(entity, options, feature);
}
