import {
  expiresAtOf,
  geometryOfInstance,
  renderExactJson,
  scopesOf,
  typesOf,
  type Entity,
  type JsonObject,
} from '@smart-city/context';
import { renderInstances, renderSimplified, renderTime } from './render-instance';
import { isShown, presentInstances, selectLdAttributes, type ShownAttribute } from './select-attributes';
import type { ShowOptions } from './show-options';

/** Type that NGSIv2 gives an entity that has none. */
const DEFAULT_TYPE = 'Thing';

/**
 * Renders an entity as JSON (GS CIM 009 §4.5.1 ff). Numbers keep every digit.
 *
 * @param attributes  what {@link selectLdAttributes} found for it
 */
export function renderLdEntity(
  entity: Entity,
  options: ShowOptions,
  attributes: readonly ShownAttribute[] = selectLdAttributes(entity, options, options.nowMs),
): string {
  const members = [
    ...(isShown('id', options) ? [`"id":${renderExactJson(entity.id)}`] : []),
    ...typeAndTimes(entity, options),
    ...renderAttributes(attributes, options),
    ...contextMember(options),
  ];
  return `{${members.join(',')}}`;
}

/** How an entity is shown as a GeoJSON Feature (GS CIM 009 §4.5.16). */
export interface FeatureOptions {
  /** Stored name of the attribute whose geometry the Feature has. */
  readonly geometryProperty: string;
  /** The instance whose geometry it is; absent: the default one, else the first. */
  readonly datasetId?: string;
}

/** Renders an entity as a GeoJSON Feature; its geometry is null where the entity has none of that name. */
export function renderLdFeature(entity: Entity, options: ShowOptions, feature: FeatureOptions): string {
  const attributes = selectLdAttributes(entity, options, options.nowMs);
  const properties = [...typeAndTimes(entity, options), ...renderAttributes(attributes, options)];
  const geometry = featureGeometry(entity, feature, options.nowMs);
  const members = [
    `"id":${renderExactJson(entity.id)}`,
    '"type":"Feature"',
    `"geometry":${geometry === undefined ? 'null' : renderExactJson(geometry)}`,
    `"properties":{${properties.join(',')}}`,
    ...contextMember(options),
  ];
  return `{${members.join(',')}}`;
}

function featureGeometry(
  entity: Entity,
  { geometryProperty, datasetId }: FeatureOptions,
  nowMs: number,
): JsonObject | undefined {
  const attribute = entity.attrs.get(geometryProperty);
  if (attribute === undefined) return undefined;
  const instances = presentInstances(attribute, nowMs);
  const named = instances.find((instance) => instance.datasetId === datasetId);
  const chosen = named ?? (datasetId === undefined ? instances[0] : undefined);
  return chosen && geometryOfInstance(chosen);
}

const contextMember = ({ contextText }: ShowOptions): readonly string[] =>
  contextText === undefined ? [] : [`"@context":${contextText}`];

function typeAndTimes(entity: Entity, options: ShowOptions): readonly string[] {
  const members: string[] = [];
  if (isShown('type', options)) members.push(`"type":${typeText(entity, options)}`);
  if (isShown('scope', options)) {
    const scopes = scopesOf(entity);
    if (scopes.length > 0)
      members.push(`"scope":${renderExactJson(scopes.length === 1 ? scopes[0]! : scopes)}`);
  }
  if (options.sysAttrs !== true) return members;
  const expiresAt = expiresAtOf(entity);
  if (expiresAt !== undefined) members.push(`"expiresAt":${renderExactJson(expiresAt)}`);
  members.push(`"createdAt":${renderTime(entity.creDate)}`, `"modifiedAt":${renderTime(entity.modDate)}`);
  return members;
}

function typeText(entity: Entity, { context }: ShowOptions): string {
  const types = typesOf(entity).map((type) => context.compactName(type === '' ? DEFAULT_TYPE : type));
  return renderExactJson(types.length === 1 ? types[0]! : types);
}

function renderAttributes(attributes: readonly ShownAttribute[], options: ShowOptions): readonly string[] {
  const render = options.format === 'simplified' ? renderSimplified : renderInstances;
  return attributes.map(
    ([name, instances]) =>
      `${renderExactJson(options.context.compactName(name))}:${render(name, instances, options)}`,
  );
}
