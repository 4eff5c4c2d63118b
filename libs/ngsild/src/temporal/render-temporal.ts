import { renderExactJson, type AttributeKind, type JsonValue } from '@smart-city/context';
import { chosenValue, renderInstances, renderTime } from '../render/render-instance';
import { isShown } from '../render/select-attributes';
import type { ShowOptions } from '../render/show-options';
import { VALUE_MEMBER } from '../entity/value-members';
import {
  timeText,
  type TemporalAttribute,
  type TemporalEntity,
  type TimeProperty,
} from './temporal-instance';

/** How an attribute with its instances is written. */
export type RenderAttribute = (attribute: TemporalAttribute, options: ShowOptions) => string | undefined;

/** Type that NGSIv2 gives an entity that has none. */
const DEFAULT_TYPE = 'Thing';

/** Renders an entity with its past as JSON (GS CIM 009 §4.5.6). An attribute of which nothing is written is left out. */
export function renderTemporalEntity(
  { id, types, attributes }: TemporalEntity,
  options: ShowOptions,
  render: RenderAttribute,
): string {
  const { context, contextText } = options;
  const names = types.map((type) => context.compactName(type === '' ? DEFAULT_TYPE : type));
  const members = [
    ...(isShown('id', options) ? [`"id":${renderExactJson(id)}`] : []),
    ...(isShown('type', options)
      ? [`"type":${renderExactJson(names.length === 1 ? names[0]! : names)}`]
      : []),
  ];
  for (const attribute of attributes) {
    const text = render(attribute, options);
    if (text !== undefined) members.push(`${renderExactJson(context.compactName(attribute.name))}:${text}`);
  }
  if (contextText !== undefined) members.push(`"@context":${contextText}`);
  return `{${members.join(',')}}`;
}

/** Renders all instances in full: always a list (GS CIM 009 §4.5.6). */
export function renderTemporalInstances(
  { name, instances }: TemporalAttribute,
  options: ShowOptions,
): string {
  const texts = instances.map(({ instance, instanceId, deletedAt }) => {
    const text = renderInstances(name, [instance], options);
    const deleted = deletedAt === undefined ? '' : `,"deletedAt":${renderTime(deletedAt / 1000)}`;
    return `${text.slice(0, -1)},"instanceId":"${instanceId}"${deleted}}`;
  });
  return `[${texts.join(',')}]`;
}

/** Member that lists values of each kind (GS CIM 009 §4.5.9). */
const LIST_MEMBER: Readonly<Record<AttributeKind, string>> = {
  Property: 'values',
  GeoProperty: 'values',
  Relationship: 'objects',
  LanguageProperty: 'languageMaps',
  VocabProperty: 'vocabs',
  JsonProperty: 'jsons',
  ListProperty: 'valueLists',
  ListRelationship: 'objectLists',
};

/** Kinds whose values are listed with their member around them. */
const WRAPPED: ReadonlySet<AttributeKind> = new Set(['LanguageProperty', 'VocabProperty', 'JsonProperty']);

/** Makes the renderer of values with their times alone; instances without the time have no place in it. */
export const valuesRenderer =
  (property: TimeProperty): RenderAttribute =>
  (attribute, options) => {
    const datasets = byDataset(attribute);
    const texts = datasets.map((one) => valuesText(one, property, options));
    if (texts.length === 0) return '{"type":"Property","values":[]}';
    return texts.length === 1 ? texts[0] : `[${texts.join(',')}]`;
  };

/** The instances of each dataset apart; at least one each. */
export function byDataset({ name, instances }: TemporalAttribute): readonly TemporalAttribute[] {
  const datasets = new Map<string | undefined, TemporalAttribute['instances'][number][]>();
  for (const one of instances) {
    const own = datasets.get(one.instance.datasetId);
    if (own === undefined) datasets.set(one.instance.datasetId, [one]);
    else own.push(one);
  }
  return [...datasets.values()].map((own) => ({ name, instances: own }));
}

function valuesText({ instances }: TemporalAttribute, property: TimeProperty, options: ShowOptions): string {
  const lists = new Map<AttributeKind, string[]>();
  for (const one of instances) {
    const { kind, value } = chosenValue(one.instance, options);
    const list = lists.get(kind) ?? [];
    lists.set(kind, list);
    const time = timeText(one, one.deletedAt === undefined ? property : 'deletedAt');
    if (time !== undefined) list.push(`[${valueText(kind, value, one.deletedAt)},"${time}"]`);
  }
  const [type = 'Property'] = lists.keys();
  const members = [...lists].map(([kind, list]) => `"${LIST_MEMBER[kind]}":[${list.join(',')}]`);
  return `{"type":"${type}",${members.join(',')}${datasetText(instances)}}`;
}

const valueText = (kind: AttributeKind, value: JsonValue, deletedAt: number | undefined): string =>
  WRAPPED.has(kind) && deletedAt === undefined
    ? `{"${VALUE_MEMBER[kind]}":${renderExactJson(value)}}`
    : renderExactJson(value);

/** The member that names the dataset of instances; empty for the default one. */
export function datasetText([first]: TemporalAttribute['instances']): string {
  const datasetId = first?.instance.datasetId;
  return datasetId === undefined ? '' : `,"datasetId":${renderExactJson(datasetId)}`;
}
