import {
  isJsonArray,
  isJsonObject,
  renderExactJson,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import type { LdContext } from '../context/ld-context';
import { NAME_MEMBERS } from './information';
import type { LdRegistration } from './ld-registration';

/** A registration with its id. Times are DateTimes. */
export interface ShownRegistration extends LdRegistration {
  readonly id: string;
  /** With `sysAttrs`. */
  readonly times?: { readonly createdAt: string; readonly modifiedAt: string };
}

/**
 * Renders a registration (GS CIM 009 §5.2.9), names compacted.
 *
 * @param contextText  JSON text of the `@context` that stands in the answer; undefined for none
 */
export function renderLdRegistration(
  { id, members, properties, times }: ShownRegistration,
  context: LdContext,
  contextText: string | undefined,
): string {
  const texts = [`"id":${renderExactJson(id)}`, '"type":"ContextSourceRegistration"'];
  for (const [member, value] of members)
    texts.push(
      `"${member}":${renderExactJson(member === 'information' ? shownInformation(value, context) : value)}`,
    );
  for (const [name, value] of properties)
    texts.push(`${renderExactJson(context.compactName(name))}:${renderExactJson(value)}`);
  for (const [name, time] of Object.entries(times ?? {})) texts.push(`"${name}":"${time}"`);
  if (contextText !== undefined) texts.push(`"@context":${contextText}`);
  return `{${texts.join(',')}}`;
}

/** Changes one member of an object that has it. */
const changed = (object: JsonObject, member: string, change: (value: JsonValue) => JsonValue): JsonObject => {
  const value = object.get(member);
  return value === undefined ? object : new Map(object).set(member, change(value));
};

const eachObject = (value: JsonValue, change: (object: JsonObject) => JsonObject): JsonValue =>
  isJsonArray(value) ? value.map((item) => (isJsonObject(item) ? change(item) : item)) : value;

function shownInformation(information: JsonValue, context: LdContext): JsonValue {
  const compact = (value: JsonValue): JsonValue => {
    if (isJsonArray(value)) return value.map(compact);
    return typeof value === 'string' ? context.compactName(value) : value;
  };
  return eachObject(information, (item) =>
    NAME_MEMBERS.reduce(
      (shown, list) => changed(shown, list, compact),
      changed(item, 'entities', (entities) =>
        eachObject(entities, (entity) => changed(entity, 'type', compact)),
      ),
    ),
  );
}
