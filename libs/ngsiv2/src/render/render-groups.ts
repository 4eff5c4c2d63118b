import {
  type AggregateQuery,
  type AggregateTerm,
  type EntityGroup,
  type GroupKey,
  type JsonValue,
  renderJson,
} from '@smart-city/context';

/**
 * Groups as the text of a JSON list: `{"group":{"type":"Room"},"count":3,"avg":{"temperature":21.5}}` each; `group` only where
 * there are keys.
 */
export const renderGroups = (groups: readonly EntityGroup[], aggregate: AggregateQuery): string =>
  renderJson(groups.map((group) => groupToJson(group, aggregate)));

function groupToJson({ keys, values }: EntityGroup, { terms, groupBy }: AggregateQuery): JsonValue {
  const members = new Map<string, JsonValue>();
  if (groupBy.length > 0)
    members.set('group', new Map(groupBy.map((key, at) => [nameOf(key), keys[at] ?? null])));
  terms.forEach((term, at) => setTerm(members, term, values[at] ?? null));
  return members;
}

/** No attribute can be asked for by the names of the other two. */
const nameOf = (key: GroupKey): string => {
  if (key.by === 'attribute') return key.name;
  return key.by === 'type' ? 'type' : 'geo:cell';
};

function setTerm(members: Map<string, JsonValue>, term: AggregateTerm, value: number | null): void {
  if (term.kind === 'count') {
    members.set('count', value);
    return;
  }
  const others = members.get(term.kind) as ReadonlyMap<string, JsonValue> | undefined;
  members.set(term.kind, new Map([...(others ?? []), [term.attribute, value]]));
}
