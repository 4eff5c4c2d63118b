import { renderDateTime, renderExactJson, type AttributeKind, type Metadata } from '@smart-city/context';
import { readDateTime } from '../entity/date-time';
import type { StoredInstance } from '../write/instances';
import type { ShowOptions } from './show-options';

/** Renders the members of an instance that are neither its value nor sub-attributes; each has a comma before it. */
export function renderMembers(
  instance: StoredInstance,
  valueType: string | undefined,
  { context, sysAttrs }: ShowOptions,
  kind: AttributeKind,
): string {
  const { datasetId, objectType, expiresAt, creDate, modDate, metadata } = instance;
  let text = '';
  if (objectType !== undefined) text += `,"objectType":${renderExactJson(compactAll(objectType, context))}`;
  if (valueType !== undefined) text += `,"valueType":${renderExactJson(context.compactName(valueType))}`;
  if (metadata !== undefined && metadata.size > 0) text += plainMembers(metadata, kind);
  if (datasetId !== undefined) text += `,"datasetId":${renderExactJson(datasetId)}`;
  if (sysAttrs !== true) return text;
  if (expiresAt !== undefined) text += `,"expiresAt":${renderExactJson(expiresAt)}`;
  if (creDate !== undefined) text += `,"createdAt":"${renderDateTime(creDate)}"`;
  if (modDate !== undefined) text += `,"modifiedAt":"${renderDateTime(modDate)}"`;
  return text;
}

const compactAll = (names: string | readonly string[], context: ShowOptions['context']) =>
  typeof names === 'string' ? context.compactName(names) : names.map((name) => context.compactName(name));

function plainMembers(metadata: NonNullable<StoredInstance['metadata']>, kind: AttributeKind): string {
  const unitCode = metadata.get('unitCode')?.value;
  const observedAt = timeOf(metadata.get('observedAt')) ?? timeOf(metadata.get('TimeInstant'));
  let text = '';
  const hasUnit = kind === 'Property' || kind === 'ListProperty';
  if (hasUnit && typeof unitCode === 'string') text += `,"unitCode":${renderExactJson(unitCode)}`;
  if (observedAt !== undefined) text += `,"observedAt":${renderExactJson(observedAt)}`;
  return text;
}

/** Text of a metadata item that is a date: as NGSI-LD wrote it, or made of what NGSIv2 wrote. */
function timeOf(item: Metadata | undefined): string | undefined {
  if (item === undefined || item.kind !== undefined) return undefined;
  if (item.text !== undefined) return item.text;
  const { value } = item;
  if (typeof value === 'number') return renderDateTime(value);
  return typeof value === 'string' && readDateTime(value) !== undefined ? value : undefined;
}
