/*
 * What `q` selects, from the definition (GS CIM 009 §4.9) and over the normalized JSON of an entity. For tests only, as the
 * oracle of compile-ld-query.ts.
 */
import type { Attribute, AttributeKind, Entity, JsonValue, Metadata } from '@smart-city/context';
import type { LdLiteral, LdOperand, LdPath, LdQuery } from '@smart-city/ngsild';

/** An instance as a client sees it; sub-attributes are lists of instances, too. */
export interface PlainInstance {
  readonly type: AttributeKind;
  readonly value: unknown;
  readonly datasetId?: string;
  readonly observedAt?: string;
  readonly unitCode?: string;
  readonly subs: Readonly<Record<string, readonly PlainInstance[]>>;
}

export type PlainAttributes = Readonly<Record<string, readonly PlainInstance[]>>;

/** Whether the query holds of an entity with these attributes. */
export function holdsOf(query: LdQuery, attributes: PlainAttributes): boolean {
  switch (query.kind) {
    case 'and':
      return query.parts.every((part) => holdsOf(part, attributes));
    case 'or':
      return query.parts.some((part) => holdsOf(part, attributes));
    case 'not':
      return !holdsOf(query.part, attributes);
    case 'exists':
      return targetsOf(query.path, attributes).length > 0;
    case 'compare':
      return targetsOf(query.path, attributes).some((target) =>
        satisfies(target, query.operator, query.operand),
      );
    default:
      return false;
  }
}

interface Target {
  readonly value: unknown;
  readonly kind: AttributeKind | 'DateTime';
}

function targetsOf(path: LdPath, attributes: PlainAttributes): readonly Target[] {
  if (path.of === 'entity') return [];
  let instances = attributes[path.name] ?? [];
  for (const name of path.subs) instances = instances.flatMap(({ subs }) => subs[name] ?? []);
  return instances.flatMap((instance) => targetsIn(instance, path));
}

function targetsIn(
  instance: PlainInstance,
  { member, inside }: Extract<LdPath, { of: 'attribute' }>,
): readonly Target[] {
  const { type: kind } = instance;
  if (member !== undefined) {
    const value = { ...instance }[member as 'observedAt' | 'unitCode' | 'datasetId'];
    if (value === undefined) return [];
    return [{ value, kind: member === 'observedAt' ? 'DateTime' : 'Property' }];
  }
  if (kind === 'LanguageProperty') {
    const map = instance.value as Record<string, unknown>;
    const tags = inside.length === 0 || inside[0] === '*' ? Object.keys(map) : [inside[0]!];
    return inside.length > 1
      ? []
      : tags.filter((tag) => tag in map).map((tag) => ({ value: map[tag], kind: 'Property' }));
  }
  if (inside.length === 0) return [{ value: instance.value, kind }];
  if (kind !== 'Property' && kind !== 'JsonProperty' && kind !== 'ListProperty') return [];
  return valuesInside(instance.value, inside).map((value) => ({ value, kind: 'Property' }));
}

function valuesInside(value: unknown, keys: readonly string[]): readonly unknown[] {
  const [key, ...rest] = keys;
  if (key === undefined) return [value];
  if (Array.isArray(value))
    return value.filter((item) => !Array.isArray(item)).flatMap((item) => valuesInside(item, keys));
  if (typeof value !== 'object' || value === null || !(key in value)) return [];
  return valuesInside((value as Record<string, unknown>)[key], rest);
}

function satisfies(target: Target, operator: string, operand: LdOperand): boolean {
  const isLink = target.kind === 'Relationship' || target.kind === 'ListRelationship';
  const elements = Array.isArray(target.value) ? (target.value as unknown[]) : [target.value];
  const equalsSome = () => elements.some((value) => equals({ ...target, value }, operand, isLink));
  if (operator === '==') return equalsSome();
  if (operator === '!=') return !equalsSome();
  if (isLink || Array.isArray(target.value)) return false;
  if (operand.kind === 'pattern')
    return (
      target.kind !== 'DateTime' &&
      typeof target.value === 'string' &&
      new RegExp(operand.source).test(target.value) === (operator === '~=')
    );
  if (operand.kind === 'list' || operand.kind === 'range') return false;
  const pair = comparable(target, operand);
  if (pair === undefined) return false;
  const [left, right] = pair;
  return (
    { '>': left > right, '>=': left >= right, '<': left < right, '<=': left <= right }[operator] ?? false
  );
}

function equals(target: Target, operand: LdOperand, isLink: boolean): boolean {
  if (operand.kind === 'list') return operand.items.some((item) => equals(target, item, isLink));
  if (operand.kind === 'range') {
    const [from, to] = [comparable(target, operand.from), comparable(target, operand.to)];
    return !isLink && from !== undefined && to !== undefined && from[0] >= from[1] && to[0] <= to[1];
  }
  if (operand.kind === 'pattern') return false;
  if (operand.kind === 'boolean') return target.value === operand.value;
  if (operand.kind === 'text' && target.kind === 'VocabProperty' && target.value === operand.expanded)
    return true;
  const pair = comparable(target, operand);
  return pair !== undefined && pair[0] === pair[1];
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The two sides in one type that has an order; undefined where they are of different types. */
function comparable(
  { value, kind }: Target,
  literal: LdLiteral,
): readonly [number, number] | readonly [string, string] | undefined {
  switch (literal.kind) {
    case 'number':
      return typeof value === 'number' ? [value, literal.value] : undefined;
    case 'text': {
      if (typeof value !== 'string') return undefined;
      if (kind !== 'DateTime') return [value, literal.value];
      return !DATE_TIME.test(literal.value) ? undefined : [Date.parse(value), Date.parse(literal.value)];
    }
    case 'dateTime':
      return typeof value === 'string' && DATE_TIME.test(value)
        ? [Date.parse(value) / 1000, literal.value]
        : undefined;
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
        ? [value, literal.value]
        : undefined;
    case 'time':
      return typeof value === 'string' && /^\d\d:\d\d:\d\dZ$/.test(value)
        ? [value, literal.value]
        : undefined;
    case 'boolean':
      return undefined;
  }
}

const jsonOf = (value: unknown): JsonValue => {
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  return new Map(Object.entries(value).map(([key, member]) => [key, jsonOf(member)]));
};

/** The stored form of an entity with these attributes. */
export const entityOf = (id: string, types: readonly string[], attributes: PlainAttributes): Entity => ({
  id,
  type: types[0]!,
  ...(types.length > 1 && { furtherTypes: types.slice(1) }),
  servicePath: '/',
  attrs: new Map(Object.entries(attributes).map(([name, instances]) => [name, storedOf(instances)])),
  creDate: 1,
  modDate: 2,
});

function storedOf(instances: readonly PlainInstance[]): Attribute {
  const [first, ...others] = instances.map(storedInstance);
  return { ...first!, ...(others.length > 0 && { instances: others }) };
}

function storedInstance({ type, value, datasetId, observedAt, unitCode, subs }: PlainInstance): Attribute {
  const metadata = new Map<string, Metadata>();
  if (observedAt !== undefined)
    metadata.set('observedAt', { type: 'DateTime', value: Date.parse(observedAt) / 1000, text: observedAt });
  if (unitCode !== undefined) metadata.set('unitCode', { type: 'Text', value: unitCode });
  for (const [name, nested] of Object.entries(subs)) metadata.set(name, storedOf(nested));
  return {
    kind: type,
    type,
    value: jsonOf(value),
    metadata,
    creDate: 1,
    modDate: 2,
    ...(datasetId !== undefined && { datasetId }),
  };
}
