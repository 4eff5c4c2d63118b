import { isJsonArray, isJsonObject, type JsonObject } from '@smart-city/context';
import {
  compileLdFilter,
  compileTriggers,
  geoMembers,
  memberText,
  parseLdGeoQuery,
  parseScopeQuery,
  parseTypeSelection,
  TRIGGERS,
  type LdFilter,
  type LdQuery,
  type LdSelector,
} from '@smart-city/ngsild';
import type { SubscriptionCondition } from '@smart-city/ngsiv2';
import type { ConditionLanguage, ConditionTest } from '../../../core/subscriptions/condition-language';
import { keptOf, NGSILD, textsOf } from './kept-subscription';

/** Conditions of NGSI-LD: triggers, entities, `q`, `geoQ` and `scopeQ` (GS CIM 009 §5.8.6). */
export const ldConditions: ConditionLanguage = {
  name: NGSILD,
  selectsEntities: true,
  tellsChangesOnly: true,
  compile: compileConditions,
  queryOf: () => ({}),
};

function compileConditions(condition: SubscriptionCondition): readonly ConditionTest[] {
  const { members } = keptOf({ condition });
  // A timer notifies, and changes do not.
  if (members.has('timeInterval')) return [() => false];
  const stated = members.get('notificationTrigger');
  const triggers = isJsonArray(stated) ? TRIGGERS.filter((trigger) => stated.includes(trigger)) : undefined;
  const isFired = compileTriggers(triggers, new Set(condition.attrs));
  const isMeant = compileLdFilter(filterOf(condition));
  return [({ change }) => isFired(change), ({ entity }) => isMeant(entity)];
}

/** The entities that a subscription is about. Names in it are stored names, so that no context is needed to read it again. */
export function filterOf(condition: SubscriptionCondition): LdFilter {
  const { members, facts } = keptOf({ condition });
  const entities = members.get('entities');
  const geoQ = members.get('geoQ');
  const geo = isJsonObject(geoQ) ? parseLdGeoQuery(geoMembers(geoQ)) : undefined;
  const scopeQ = members.get('scopeQ');
  return {
    selectors: isJsonArray(entities) ? entities.filter(isJsonObject).map(selectorOf) : [],
    ...(facts.query !== undefined && { q: JSON.parse(facts.query) as LdQuery }),
    ...(geo !== undefined && { geo }),
    ...(typeof scopeQ === 'string' && { scopeQ: parseScopeQuery(scopeQ) }),
  };
}

function selectorOf(entity: JsonObject): LdSelector {
  const id = entity.get('id');
  const idPattern = entity.get('idPattern');
  const type = parseTypeSelection(memberText(entity, 'type') ?? '*', (name) => name);
  const ids = typeof id === 'string' ? [id] : textsOf(id);
  return {
    ...(ids.length > 0 && { ids }),
    ...(ids.length === 0 && typeof idPattern === 'string' && { idPattern }),
    ...(type !== undefined && { type }),
  };
}
