import {
  compileSelector,
  type AlterationType,
  type Entity,
  type PatternOptions,
  type ServicePathFilter,
} from '@smart-city/context';
import type { SubjectEntity, Subscription } from '@smart-city/ngsiv2';
import type { ConditionLanguages, ConditionTest } from './condition-language';
import { LiveCounters } from './subscription-counters';

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
  /** In the order in which its language asks them; all have to be true. */
  readonly conditions: readonly ConditionTest[];
}

export interface CompiledSelector {
  /** What is fixed in it, to look it up by. */
  readonly entity: SubjectEntity;
  matches(entity: Pick<Entity, 'id' | 'type'>): boolean;
}

const BY_DEFAULT: readonly AlterationType[] = ['entityCreate', 'entityChange'];

/**
 * Makes a subscription ready.
 *
 * @param languages  one of which its condition is stated in
 * @param counters  of the compiled subscription it takes the place of, so that nothing counted is lost
 * @param patterns  how patterns of the entities are compared
 * @throws Error  a stored expression or pattern that this broker cannot run, or no face has its language
 */
export function compileSubscription(
  tenant: string,
  subscription: Subscription,
  languages: Pick<ConditionLanguages, 'named'>,
  counters?: LiveCounters,
  patterns: PatternOptions = {},
): CompiledSubscription {
  const { condition, entities, servicePath } = subscription;
  const { alterationTypes } = condition;
  const language = languages.named(condition.language);
  const compileEntity = language.selectsEntities ? lookedUpOnly : compileSubject;
  return {
    tenant,
    subscription,
    servicePath: servicePath.endsWith('/#')
      ? { path: servicePath.slice(0, -2) || '/', subtree: true }
      : { path: servicePath || '/', subtree: false },
    selectors: entities.map((entity) => compileEntity(entity, patterns)),
    alterationTypes: new Set(alterationTypes.length === 0 ? BY_DEFAULT : alterationTypes),
    attrs: new Set(condition.attrs),
    counters: counters ?? new LiveCounters(subscription.id, subscription.counters),
    conditions: language.compile(condition),
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

/** The tests of the language decide. */
const lookedUpOnly = (entity: SubjectEntity): CompiledSelector => ({ entity, matches: () => true });
