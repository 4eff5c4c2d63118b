import type { Document } from 'mongodb';
import {
  cellBox,
  cellsIn,
  encodeName,
  type AggregateQuery,
  type AggregateTerm,
  type EntityGroup,
  type EntityQuery,
  type GroupKey,
  type JsonValue,
  type ServicePathFilter,
} from '@smart-city/context';
import { compileCountFilter } from './mongo-filter';

const DATES = ['DateTime', 'ISO8601'];
/** Stands for what is no single value: it is none itself. */
const NOTHING = { $literal: [] };

/** Groups as an aggregation pipeline, unordered and whole. */
export function groupPipeline(
  servicePaths: readonly ServicePathFilter[],
  query: EntityQuery,
  { terms, groupBy }: AggregateQuery,
): Document[] {
  const fields: Document = { _id: 0 };
  groupBy.forEach((key, at) => Object.assign(fields, keyFields(key, at)));
  terms.forEach((term, at) => Object.assign(fields, termFields(term, at)));
  const keys = groupBy.flatMap(keyNames);
  const group: Document = {
    _id: keys.length === 0 ? null : Object.fromEntries(keys.map((name) => [name, `$${name}`])),
  };
  terms.forEach((term, at) => Object.assign(group, accumulators(term, at)));
  return [
    { $match: compileCountFilter(servicePaths, query) },
    // A stage with nothing but what is left out would keep all the rest.
    { $project: { ...fields, one: { $literal: 1 } } },
    ...(keys.length === 0 ? [] : [{ $match: Object.fromEntries(keys.map((name) => [name, { $ne: [] }])) }]),
    { $group: group },
    { $project: Object.assign({}, ...terms.map(resultField)) as Document },
  ];
}

/** The keys in their order, for `$sort`. */
export const groupSort = ({ groupBy }: AggregateQuery): Document =>
  Object.fromEntries(groupBy.flatMap(keyNames).map((name) => [`_id.${name}`, 1]));

const keyNames = (key: GroupKey, at: number): readonly string[] =>
  key.by === 'cell' ? [`k${at}x`, `k${at}y`] : [`k${at}`];

function keyFields(key: GroupKey, at: number): Document {
  if (key.by === 'type') return { [`k${at}`]: { $ifNull: ['$_id.type', ''] } };
  if (key.by === 'attribute') return { [`k${at}`]: when(isSingle(key.name), valuePath(key.name)) };
  const isPoint = { $eq: ['$location.coords.type', 'Point'] };
  return {
    [`k${at}x`]: when(isPoint, cell(0, 360, key.degrees)),
    [`k${at}y`]: when(isPoint, cell(1, 180, key.degrees)),
  };
}

const when = (condition: Document, value: unknown): Document => ({ $cond: [condition, value, NOTHING] });
const attributePath = (name: string) => `$attrs.${encodeName(name)}`;
const valuePath = (name: string) => `${attributePath(name)}.value`;

const isNoDate = (name: string): Document => ({
  $not: [{ $in: [{ $ifNull: [`${attributePath(name)}.ld.type`, `${attributePath(name)}.type`] }, DATES] }],
});

/** By the order of BSON: nothing, null, numbers, texts, objects, lists, booleans. */
function isNumber(name: string): Document {
  const value = valuePath(name);
  return { $and: [{ $gt: [value, null] }, { $lt: [value, ''] }, isNoDate(name)] };
}

function isSingle(name: string): Document {
  const value = valuePath(name);
  const isBoolean = { $in: [value, [true, false]] };
  const isOther = { $and: [{ $gte: [value, null] }, { $lt: [value, { $literal: {} }] }] };
  // Not every server tells null from nothing.
  const isThere = { $in: [name, { $ifNull: ['$attrNames', []] }] };
  return { $and: [isThere, { $or: [isOther, isBoolean] }, isNoDate(name)] };
}

const cell = (coordinate: number, span: number, degrees: number): Document => ({
  $min: [
    {
      $floor: {
        $divide: [
          { $add: [{ $arrayElemAt: ['$location.coords.coordinates', coordinate] }, span / 2] },
          degrees,
        ],
      },
    },
    cellsIn(span, degrees) - 1,
  ],
});

/** Of a number also whether it is one: a sum of nothing is no sum. */
function termFields(term: AggregateTerm, at: number): Document {
  if (term.kind === 'count') return {};
  const { attribute } = term;
  if (term.kind === 'distinct') {
    const value = valuePath(attribute);
    const single = isSingle(attribute);
    // Not every server takes null into a set.
    return {
      [`t${at}`]: when({ $and: [single, { $ne: [value, null] }] }, value),
      [`z${at}`]: { $cond: [{ $and: [single, { $eq: [value, null] }] }, 1, 0] },
    };
  }
  const test = isNumber(attribute);
  return {
    [`t${at}`]: { $cond: [test, valuePath(attribute), null] },
    [`n${at}`]: { $cond: [test, 1, 0] },
  };
}

function accumulators(term: AggregateTerm, at: number): Document {
  if (term.kind === 'count') return { [`t${at}`]: { $sum: 1 } };
  if (term.kind === 'distinct')
    return { [`t${at}`]: { $addToSet: `$t${at}` }, [`z${at}`]: { $max: `$z${at}` } };
  return { [`t${at}`]: { [`$${term.kind}`]: `$t${at}` }, [`n${at}`]: { $sum: `$n${at}` } };
}

/** Of a set, only how large it is leaves the database. */
const resultField = ({ kind }: AggregateTerm, at: number): Document =>
  kind === 'distinct'
    ? { [`t${at}`]: { $add: [{ $size: { $setDifference: [`$t${at}`, [[]]] } }, `$z${at}`] } }
    : { [`t${at}`]: 1, ...(kind === 'count' ? {} : { [`n${at}`]: 1 }) };

/** Reads what {@link groupPipeline} gives. */
export function readGroup(
  { _id: stored, ...row }: Document,
  { terms, groupBy }: AggregateQuery,
): EntityGroup {
  const found = (stored ?? {}) as Readonly<Record<string, unknown>>;
  const keys = groupBy.map((key, at): JsonValue =>
    key.by === 'cell'
      ? cellBox(Number(found[`k${at}x`]), Number(found[`k${at}y`]), key.degrees)
      : plain(found[`k${at}`]),
  );
  const values = terms.map(({ kind }, at): number | null => {
    const isCounted = kind === 'count' || kind === 'distinct';
    return !isCounted && row[`n${at}`] === 0 ? null : Number(row[`t${at}`]);
  });
  return { keys, values };
}

/** Numbers of other types than double come as objects. */
const plain = (value: unknown): JsonValue =>
  typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined
    ? (value ?? null)
    : Number(value);
