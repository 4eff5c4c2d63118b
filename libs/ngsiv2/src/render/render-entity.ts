import { type Attribute, DEFAULT_ENTITY_TYPE, type Entity, renderString } from '@smart-city/context';
import { renderBareValue, renderNormalizedAttribute } from './render-attribute';
import { renderFeature } from './render-feature';
import { renderKey } from './render-value';
import { selectAttributes, type RenderOptions, type Representation } from './select-attributes';

/** Writes an entity: an object with id and type first, an array for `values` and `unique`, or a Feature. */
export function renderEntity(entity: Entity, options: RenderOptions = {}): string {
  if (isList(options.representation)) return renderAttributes(entity, options);
  if (options.representation === 'feature') return renderFeature(entity, options);
  const type = entity.type === '' ? DEFAULT_ENTITY_TYPE : entity.type;
  const members = renderMembers(selectAttributes(entity, options), options);
  return `{"id":${renderString(entity.id)},"type":${renderString(type)}${members === '' ? '' : ','}${members}}`;
}

/** Writes the attributes alone: an object without id and type, or an array. */
export function renderAttributes(entity: Entity, options: RenderOptions = {}): string {
  const selected = selectAttributes(entity, options);
  if (!isList(options.representation)) return `{${renderMembers(selected, options)}}`;
  const values: string[] = [];
  for (const attribute of selected.values()) values.push(renderBareValue(attribute));
  return `[${(options.representation === 'unique' ? [...new Set(values)] : values).join(',')}]`;
}

/** Writes one attribute: `{"type","value","metadata"}`, or `{"<name>":<value>}` with keyValues, `[<value>]` as a list. */
export function renderAttribute(name: string, attribute: Attribute, options: RenderOptions = {}): string {
  if (isList(options.representation)) return `[${renderBareValue(attribute)}]`;
  if (options.representation === 'keyValues') return `{${renderKey(name)}${renderBareValue(attribute)}}`;
  return renderNormalizedAttribute(name, attribute, options);
}

const isList = (representation: Representation | undefined) =>
  representation === 'values' || representation === 'unique';

function renderMembers(selected: ReadonlyMap<string, Attribute>, options: RenderOptions): string {
  const keyValues = options.representation === 'keyValues';
  let text = '';
  for (const [name, attribute] of selected) {
    const value = keyValues
      ? renderBareValue(attribute)
      : renderNormalizedAttribute(name, attribute, options);
    text += `${text === '' ? '' : ','}${renderKey(name)}${value}`;
  }
  return text;
}
