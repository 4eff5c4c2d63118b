import {
  isJsonArray,
  isJsonObject,
  renderDateTime,
  renderExactJson,
  type JsonValue,
} from '@smart-city/context';
import { looksLikeGeometry } from '../entity/geometry';
import { VALUE_MEMBER } from '../entity/value-members';
import type { StoredInstance } from '../write/instances';
import { chosenLanguage } from './language-ranges';
import { renderMembers } from './render-members';
import { presentInstances } from './select-attributes';
import type { ShowOptions } from './show-options';
import { needsValueMember, renderObjectList, ldShownValue, type ShownValue } from './shown-value';

/** An instance with the language of its map chosen. */
interface ChosenValue extends ShownValue {
  readonly lang?: string;
}

/** Returns the kind and value of an instance. A language map becomes a text where the request asks for languages (GS CIM 009 §4.15). */
export function chosenValue(instance: StoredInstance, options: ShowOptions): ChosenValue {
  const own = ldShownValue(instance, options.context);
  const shown = options.olderKinds === undefined ? own : { ...own, kind: options.olderKinds.of(own.kind) };
  if (options.lang === undefined || shown.kind !== 'LanguageProperty' || !isJsonObject(shown.value))
    return shown;
  const chosen = chosenLanguage(shown.value, options.lang);
  return chosen === undefined ? shown : { kind: 'Property', value: chosen[1], lang: chosen[0] };
}

/** Renders an attribute or sub-attribute: its one instance, or an array of several. */
export function renderInstances(
  name: string,
  instances: readonly StoredInstance[],
  options: ShowOptions,
): string {
  const first = instances[0];
  if (instances.length === 1 && first !== undefined) return renderInstance(name, first, options);
  return `[${instances.map((instance) => renderInstance(name, instance, options)).join(',')}]`;
}

function renderInstance(name: string, instance: StoredInstance, options: ShowOptions): string {
  const shown = chosenValue(instance, options);
  const linked = linkedEntities(name, shown, options);
  const isConcise = options.format === 'concise';
  const rest =
    renderMembers(instance, shown.valueType, options, shown.kind) +
    renderSubAttributes(name, instance, options) +
    previousMember(name, instance, options) +
    deletedMember(name, instance, options) +
    (shown.lang === undefined ? '' : `,"lang":${renderExactJson(shown.lang)}`) +
    linked;
  if (isConcise && rest === '' && isBare(shown)) return renderExactJson(shown.value);
  const value = `"${VALUE_MEMBER[shown.kind]}":${valueText(shown, isConcise)}`;
  const type = isConcise && !isUntold(shown) ? '' : `"type":"${shown.kind}",`;
  return `{${type}${value}${rest}}`;
}

/** Members that hold the value before a change, by the member that holds the value. */
const previousName = (member: string) => `previous${member[0]!.toUpperCase()}${member.slice(1)}`;

function previousMember(
  name: string,
  { datasetId }: StoredInstance,
  { previous, context }: ShowOptions,
): string {
  const before = previous?.(name, datasetId);
  if (before === undefined) return '';
  const { kind, value } = ldShownValue(before, context);
  return `,"${previousName(VALUE_MEMBER[kind])}":${valueText({ kind, value }, false)}`;
}

const deletedMember = (name: string, { datasetId }: StoredInstance, options: ShowOptions): string =>
  options.sysAttrs === true && options.isGone?.(name, datasetId) === true
    ? `,"deletedAt":"${new Date(options.nowMs).toISOString()}"`
    : '';

/** Concise instances that consist of their value alone. */
const isBare = ({ kind, value }: ShownValue): boolean =>
  kind === 'GeoProperty' || (kind === 'Property' && !needsValueMember(value));

/** A concise Property whose value is a geometry has to say that it is no GeoProperty. */
const isUntold = ({ kind, value }: ShownValue): boolean =>
  kind === 'Property' ? looksLikeGeometry(value) : kind === 'GeoProperty' && !looksLikeGeometry(value);

const valueText = ({ kind, value }: ShownValue, isConcise: boolean): string =>
  kind === 'ListRelationship' && !isConcise ? renderObjectList(value) : renderExactJson(value);

/** Names of metadata that are members, and no sub-attributes. */
const PLAIN_MEMBERS: ReadonlySet<string> = new Set(['observedAt', 'unitCode', 'TimeInstant']);

/** Texts that stand as they are (GS CIM 009 §4.5.2.2). */
const SEALED_MEMBERS: ReadonlySet<string> = new Set(['entityIdSealed', 'entityTypeSealed']);

function renderSubAttributes(name: string, { metadata }: StoredInstance, options: ShowOptions): string {
  if (metadata === undefined || metadata.size === 0) return '';
  let text = '';
  // Changes are told of attributes, not of what is below them.
  const inside =
    options.previous === undefined && options.isGone === undefined
      ? options
      : { ...options, previous: undefined, isGone: undefined };
  for (const [sub, item] of metadata) {
    if (PLAIN_MEMBERS.has(sub) && item.kind === undefined) continue;
    const instances = presentInstances(item, options.nowMs).filter(({ value }) => value !== null);
    if (instances.length === 0) continue;
    const isSealed = name === 'ngsildproof' && SEALED_MEMBERS.has(sub);
    const shown = isSealed ? renderExactJson(item.value) : renderInstances(sub, instances, inside);
    text += `,${renderExactJson(options.context.compactName(sub))}:${shown}`;
  }
  return text;
}

/** Renders the entities that a Relationship leads to, as the member of the instance that holds them (GS CIM 009 §4.5.23). */
function linkedEntities(name: string, { kind, value }: ShownValue, { linkedEntity }: ShowOptions): string {
  if (linkedEntity === undefined || (kind !== 'Relationship' && kind !== 'ListRelationship')) return '';
  const uris: readonly JsonValue[] = isJsonArray(value) ? value : [value];
  const texts = uris
    .map((uri) => (typeof uri === 'string' ? linkedEntity(uri, name) : undefined))
    .filter((text) => text !== undefined);
  if (texts.length === 0) return '';
  if (kind === 'ListRelationship') return `,"entityList":[${texts.join(',')}]`;
  return `,"entity":${isJsonArray(value) ? `[${texts.join(',')}]` : texts[0]}`;
}

/** Renders the simplified form of an attribute (GS CIM 009 §4.5.4). */
export function renderSimplified(
  name: string,
  instances: readonly StoredInstance[],
  options: ShowOptions,
): string {
  const first = instances[0];
  if (instances.length === 1 && first !== undefined) return simplifiedValue(name, first, options);
  const members = instances.map(
    (instance) =>
      `${renderExactJson(instance.datasetId ?? '@none')}:${simplifiedValue(name, instance, options)}`,
  );
  return `{"dataset":{${members.join(',')}}}`;
}

function simplifiedValue(name: string, instance: StoredInstance, options: ShowOptions): string {
  const shown = chosenValue(instance, options);
  switch (shown.kind) {
    case 'LanguageProperty':
    case 'VocabProperty':
    case 'JsonProperty':
      return `{"${VALUE_MEMBER[shown.kind]}":${renderExactJson(shown.value)}}`;
    case 'Relationship':
    case 'ListRelationship':
      return simplifiedTargets(name, shown.value, options);
    default:
      return renderExactJson(shown.value);
  }
}

function simplifiedTargets(name: string, value: JsonValue, { linkedEntity }: ShowOptions): string {
  const target = (uri: JsonValue) =>
    (typeof uri === 'string' ? linkedEntity?.(uri, name) : undefined) ?? renderExactJson(uri);
  return isJsonArray(value) ? `[${value.map(target).join(',')}]` : target(value);
}

/** Renders the time of a store as a DateTime. */
export const renderTime = (seconds: number): string => `"${renderDateTime(seconds)}"`;
