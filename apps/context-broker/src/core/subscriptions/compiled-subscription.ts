import {
  compilePlace,
  compileSelector,
  compileSimpleQuery,
  notificationFacts,
  type AlterationType,
  type Entity,
  type EntityChange,
  type PatternOptions,
  type ServicePathFilter,
} from '@smart-city/context';
import {
  compileJexl,
  parseGeoQuery,
  parseMq,
  parseQ,
  type SubjectEntity,
  type Subscription,
} from '@smart-city/ngsiv2';
import { jexlContextOf } from './jexl-context';
import { LiveCounters } from './subscription-counters';

/** What conditions are asked about. */
export interface ConditionFacts {
  /** As the update left it; as it was, for a deletion. */
  readonly entity: Entity;
  readonly change: EntityChange;
  readonly alterationType: AlterationType;
  /** `Fiware-Service` of the request. */
  readonly service: string;
  readonly authToken: string | undefined;
}

/** @throws JexlOverBudget  an expression costs too much */
export type ConditionTest = (facts: ConditionFacts) => boolean;

/** A subscription made ready once, when it is created or read, so that matching neither parses nor waits. */
export interface CompiledSubscription {
  readonly tenant: string;
  readonly subscription: Subscription;
  readonly servicePath: ServicePathFilter;
  readonly selectors: readonly CompiledSelector[];
  readonly alterationTypes: ReadonlySet<AlterationType>;
  /** Names that trigger; empty for any. */
  readonly attrs: ReadonlySet<string>;
  readonly counters: LiveCounters;
  /** Each part of `q` and `mq`, `jexlExpression` and geo, in the order the original asks them; all have to be true. */
  readonly conditions: readonly ConditionTest[];
}

export interface CompiledSelector {
  /** What is fixed in it, to look it up by. */
  readonly entity: SubjectEntity;
  matches(entity: Pick<Entity, 'id' | 'type'>): boolean;
}

const BY_DEFAULT: readonly AlterationType[] = ['entityCreate', 'entityChange'];

/**
 * @param counters  of the compiled subscription it takes the place of, so that nothing counted is lost
 * @param patterns  how patterns of the entities are compared
 * @throws NgsiError  a stored expression or pattern that this broker cannot run
 */
export function compileSubscription(
  tenant: string,
  subscription: Subscription,
  counters?: LiveCounters,
  patterns: PatternOptions = {},
): CompiledSubscription {
  const { condition, entities, servicePath } = subscription;
  const { alterationTypes } = condition;
  return {
    tenant,
    subscription,
    servicePath: servicePath.endsWith('/#')
      ? { path: servicePath.slice(0, -2) || '/', subtree: true }
      : { path: servicePath || '/', subtree: false },
    selectors: entities.map((entity) => compileSubject(entity, patterns)),
    alterationTypes: new Set(alterationTypes.length === 0 ? BY_DEFAULT : alterationTypes),
    attrs: new Set(condition.attrs),
    counters: counters ?? new LiveCounters(subscription.id, subscription.counters),
    conditions: compileConditions(subscription),
  };
}

function compileSubject(entity: SubjectEntity, patterns: PatternOptions): CompiledSelector {
  const { id, idPattern, type, typePattern } = entity;
  const matches = compileSelector(
    {
      ...(id !== undefined && { ids: [id] }),
      ...(idPattern !== undefined && idPattern !== '.*' && { idPattern }),
      ...(type !== undefined && { types: [type] }),
      ...(typePattern !== undefined && typePattern !== '.*' && { typePattern }),
    },
    patterns,
  );
  return { entity: patterns.ignoreCase ? { ...entity, idPattern: undefined } : entity, matches };
}

function compileConditions({
  condition: { expression, jexlExpression },
}: Subscription): readonly ConditionTest[] {
  const tests: ConditionTest[] = [];
  for (const query of [
    expression?.q && parseQ(expression.q, expression),
    expression?.mq && parseMq(expression.mq, expression),
  ]) {
    if (!query) continue;
    for (const part of query) {
      const test = compileSimpleQuery([part], { semantics: 'notification' });
      tests.push(({ entity }) => test(entity));
    }
  }
  if (jexlExpression) {
    const program = compileJexl(jexlExpression);
    tests.push(({ entity, change, alterationType, service, authToken }) => {
      const facts = notificationFacts(change, alterationType);
      return program.evaluate(jexlContextOf({ entity, service, authToken, facts })) === true;
    });
  }
  if (expression?.georel && expression.geometry && expression.coords) {
    const { georel, geometry, coords, geoproperty } = expression;
    const test = compilePlace(parseGeoQuery(georel, geometry, coords, geoproperty));
    tests.push(({ entity }) => test(entity));
  }
  return tests;
}
