import { Answer } from '../../../http/answer';
import { joined, type QlEntity, type QlValues } from './ql-series';

/** Times as QuantumLeap writes them. */
export const qlTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00');

const text = (value: string): string => JSON.stringify(value);
const timesText = (index: readonly number[]): string => `[${index.map((ms) => text(qlTime(ms))).join()}]`;
const named = (attribute: QlValues): string =>
  `{"attrName":${text(attribute.attrName)},"values":[${attribute.values.join()}]}`;
const json = (body: string): Answer => new Answer(200, body);

/** Members of one attribute of an entity: `"index":[…],"values":[…]`. */
const oneAttribute = ({ index, values }: QlValues): string =>
  `"index":${timesText(index)},"values":[${values.join()}]`;

/** Members of several. */
function severalAttributes({ attributes }: QlEntity): string {
  const rows = joined(attributes);
  return `"attributes":[${rows.attributes.map(named).join()}],"index":${timesText(rows.index)}`;
}

const entityWith = (entity: QlEntity, members: string): string => `{"id":${text(entity.id)},${members}}`;
const withOne = (entity: QlEntity): string => entityWith(entity, oneAttribute(entity.attributes[0]!));
const withSeveral = (entity: QlEntity): string => entityWith(entity, severalAttributes(entity));

/** `/v2/entities/{id}/attrs/{attr}` */
export const attributeAnswer = ({ id, type, attributes }: QlEntity, bare: boolean): Answer => {
  const [one] = attributes;
  const names = bare ? '' : `"attrName":${text(one!.attrName)},"id":${text(id)},"type":${text(type)},`;
  return json(`{${names}${oneAttribute(one!)}}`);
};

/** `/v2/entities/{id}` */
export const entityAnswer = (entity: QlEntity, bare: boolean): Answer =>
  json(`{${bare ? '' : `"id":${text(entity.id)},"type":${text(entity.type)},`}${severalAttributes(entity)}}`);

/** `/v2/types/{type}/attrs/{attr}` */
export function typeAttributeAnswer(type: string, entities: readonly QlEntity[], bare: boolean): Answer {
  const list = `[${entities.map(withOne).join()}]`;
  const attrName = entities[0]!.attributes[0]!.attrName;
  return json(
    bare ? `{"values":${list}}` : `{"attrName":${text(attrName)},"type":${text(type)},"entities":${list}}`,
  );
}

/** `/v2/types/{type}` */
export function typeAnswer(type: string, entities: readonly QlEntity[], bare: boolean): Answer {
  const list = `[${entities.map(withSeveral).join()}]`;
  return json(bare ? `{"values":${list}}` : `{"type":${text(type)},"entities":${list}}`);
}

/** `/v2/attrs/{attr}` */
export function attributeOfTypesAnswer(
  attrName: string,
  entities: readonly QlEntity[],
  bare: boolean,
): Answer {
  const list = typesText(entities);
  return json(bare ? `{"values":${list}}` : `{"attrName":${text(attrName)},"types":${list}}`);
}

/** `/v2/attrs` */
export function attributesAnswer(entities: readonly QlEntity[], bare: boolean): Answer {
  const byName = new Map<string, QlEntity[]>();
  for (const entity of entities)
    for (const attribute of entity.attributes) {
      const own = byName.get(attribute.attrName) ?? [];
      own.push({ ...entity, attributes: [attribute] });
      byName.set(attribute.attrName, own);
    }
  const list = [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([attrName, own]) => `{"attrName":${text(attrName)},"types":${typesText(own)}}`);
  return json(`{"${bare ? 'values' : 'attrs'}":[${list.join()}]}`);
}

function typesText(entities: readonly QlEntity[]): string {
  const types = [...new Set(entities.map(({ type }) => type))].sort();
  return `[${types
    .map((type) => {
      const own = entities.filter((entity) => entity.type === type);
      return `{"entities":[${own.map(withOne).join()}],"type":${text(type)}}`;
    })
    .join()}]`;
}

/** `/v2/entities` */
export const entitiesAnswer = (
  found: readonly { readonly id: string; readonly type: string; readonly lastAt: number }[],
): Answer => json(JSON.stringify(found.map(({ id, type, lastAt }) => ({ id, type, index: qlTime(lastAt) }))));
