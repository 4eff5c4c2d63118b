import { renderExactJson, type AttributeKind } from '@smart-city/context';
import { chosenValue } from '../render/render-instance';
import type { ShowOptions } from '../render/show-options';
import { aggregateOf } from './aggregate-values';
import { periodOf, timesAfter, type Aggregation } from './aggregation';
import { byDataset, datasetText, type RenderAttribute } from './render-temporal';
import { placeInTime, shortTime, type TemporalAttribute, type TemporalInstance } from './temporal-instance';
import type { TemporalQuery } from './temporal-query';

/** A period with its instances, in the order of time. Times are milliseconds since the epoch. */
interface Period {
  readonly start: number;
  readonly end: number;
  readonly instances: readonly TemporalInstance[];
}

/** Kinds whose values are counted, and nothing else. */
const COUNTED: ReadonlySet<AttributeKind> = new Set(['Relationship', 'ListRelationship', 'GeoProperty']);

/**
 * Makes the renderer of sums (GS CIM 009 §4.5.19). An attribute of which no method can be shown is left out, and is told.
 *
 * @param onAttribute  told of each attribute that has values, and whether any method is for them
 */
export const aggregatesRenderer =
  (
    aggregation: Aggregation,
    query: TemporalQuery,
    onAttribute: (isEligible: boolean) => void,
  ): RenderAttribute =>
  (attribute, options) => {
    const texts = byDataset(attribute).flatMap(
      (one) => aggregatesText(one, aggregation, query, options) ?? [],
    );
    onAttribute(texts.length > 0);
    if (texts.length === 0) return undefined;
    return texts.length === 1 ? texts[0] : `[${texts.join(',')}]`;
  };

function aggregatesText(
  { instances }: TemporalAttribute,
  { methods, period }: Aggregation,
  query: TemporalQuery,
  options: ShowOptions,
): string | undefined {
  const present = instances.filter(({ deletedAt }) => deletedAt === undefined);
  if (present.length === 0) return undefined;
  const { kind } = chosenValue(present[0]!.instance, options);
  const periods = periodsOf(present, period, query);
  const members = methods.flatMap((method) => {
    const rows = periods.flatMap((one) => {
      const values = one.instances.map(({ instance }) => chosenValue(instance, options).value);
      const value = aggregateOf(values, method, COUNTED.has(kind));
      return value === undefined
        ? []
        : [`[${renderExactJson(value)},"${shortTime(one.start)}","${shortTime(one.end)}"]`];
    });
    return rows.length === 0 ? [] : [`"${method}":[${rows.join(',')}]`];
  });
  return members.length === 0
    ? undefined
    : `{"type":"${kind}",${members.join(',')}${datasetText(instances)}}`;
}

/** Periods begin where the window does, else at the first instance; those without instances are left out. */
function periodsOf(
  instances: readonly TemporalInstance[],
  period: Aggregation['period'],
  { property, window }: TemporalQuery,
): readonly Period[] {
  const ordered = instances.toSorted((a, b) => placeInTime(a, property) - placeInTime(b, property));
  const start = window?.fromText === undefined ? placeInTime(ordered[0]!, property) : window.from;
  if (period.months === 0 && period.ms === 0) {
    const last = placeInTime(ordered.at(-1)!, property);
    return [{ start, end: window?.beforeText === undefined ? last : window.before, instances: ordered }];
  }
  const grouped = new Map<number, TemporalInstance[]>();
  for (const one of ordered) {
    const at = periodOf(start, period, placeInTime(one, property));
    const own = grouped.get(at);
    if (own === undefined) grouped.set(at, [one]);
    else own.push(one);
  }
  return [...grouped].map(([at, own]) => ({
    start: timesAfter(start, period, at),
    end: timesAfter(start, period, at + 1),
    instances: own,
  }));
}
