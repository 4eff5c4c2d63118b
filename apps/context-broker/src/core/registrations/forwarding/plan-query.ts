import {
  compileSelector,
  type Entity,
  type EntitySelector,
  type ProvidedEntity,
  type Registration,
} from '@smart-city/context';
import type { ForwardedQuery } from '../../entities/forwarding-port';
import { covers } from './matching';
import type { ProviderQuery, WireEntity } from './provider-request';

/** Attributes that every broker answers for itself. */
const BUILTINS: ReadonlySet<string> = new Set([
  'dateCreated',
  'dateModified',
  'dateExpires',
  'servicePath',
  'alterationType',
  '*',
]);

/**
 * Decides which provider is asked for what: pure, so that precedence can be read and tested. An attribute that is here,
 * or that an earlier registration gives, is asked of nobody. Entities that are not here are added only while the page
 * has room. See docs/behaviour/context-broker.md#forwarding.
 *
 * @param registrations  in order of precedence, see `candidates`
 */
export function planQuery(
  registrations: readonly Registration[],
  query: ForwardedQuery,
  local: readonly Entity[],
): readonly ProviderQuery[] {
  const wanted = query.attrs.includes('*') ? [] : query.attrs.filter((name) => !BUILTINS.has(name));
  // Only builtins are asked for: there is nothing that a provider could add to the entities that are here.
  const onlyBuiltins = wanted.length === 0 && query.attrs.length > 0 && !query.attrs.includes('*');
  if (onlyBuiltins) return [];
  const isOneAttribute = query.isOneAttribute === true;
  if (isOneAttribute && local.some(({ attrs }) => wanted.every((name) => attrs.has(name)))) return [];
  const plan = new QueryPlan(wanted, local, { hasRoom: local.length < query.limit, isOneAttribute });
  const selectors = (query.selectors.length === 0 ? [{}] : query.selectors).map(compileParts);
  for (const registration of registrations) {
    for (const provided of registration.entities) {
      for (const selector of selectors) {
        const entity = wireEntity(provided, selector);
        if (entity !== undefined) plan.ask(registration, entity);
      }
    }
  }
  return plan.queries();
}

/** A selector taken apart and compiled once for all registrations. */
interface CompiledSelector {
  readonly ids?: readonly string[];
  /** Whether types are named. */
  readonly hasTypes: boolean;
  readonly matchesId: (id: string) => boolean;
  readonly matchesType: (type: string) => boolean;
}

function compileParts(selector: EntitySelector): CompiledSelector {
  const { ids, idPattern, types, typePattern } = selector;
  const id = compileSelector({ ...(ids && { ids }), ...(idPattern !== undefined && { idPattern }) });
  const type = compileSelector({
    ...(types && { types }),
    ...(typePattern !== undefined && { typePattern }),
  });
  return {
    ...(ids && { ids }),
    hasTypes: types !== undefined,
    matchesId: (name) => id({ id: name, type: '' }),
    matchesType: (name) => type({ id: '', type: name }),
  };
}

/**
 * Returns the registered entity, exactly as it is registered, when a selector asks for it. A request that names types
 * goes to registrations of these types only, and by ids to the pattern of all ids that has no type. A pattern of a type
 * is asked by a request for ids only when the request names the type.
 */
function wireEntity(provided: ProvidedEntity, selector: CompiledSelector): WireEntity | undefined {
  const isByIds = selector.ids !== undefined;
  const isOfAllIds = isByIds && provided.isPattern;
  if (!isOfAllIds && !selector.matchesId(provided.id)) return undefined;
  const { id, isPattern, type } = provided;
  if (type === undefined || type === '')
    return selector.hasTypes && !isOfAllIds ? undefined : { id, isPattern };
  if (!selector.matchesType(type) || (isOfAllIds && !selector.hasTypes)) return undefined;
  return { id, isPattern, type };
}

interface Asked {
  readonly registration: Registration;
  readonly entity: WireEntity;
  readonly attrs: Set<string>;
  readonly servicePaths: Set<string>;
}

/** Gathers what to ask, and remembers per entity which attributes somebody gives already. */
class QueryPlan {
  private readonly asked = new Map<string, Asked>();
  private readonly given = new Map<string, Set<string>>();

  constructor(
    private readonly wanted: readonly string[],
    private readonly local: readonly Entity[],
    private readonly options: { readonly hasRoom: boolean; readonly isOneAttribute: boolean },
  ) {}

  ask(registration: Registration, entity: WireEntity): void {
    const isHere = !entity.isPattern && this.local.some(({ id, type }) => covers(entity, id, type));
    if (!isHere && !this.options.hasRoom) return;
    const given = this.givenOf(entity);
    const names = this.namesFor(registration, given);
    if (names === undefined) return;
    for (const name of names) given.add(name);
    const key = JSON.stringify([registration.provider.url, registration.provider.protocol, entity]);
    const asked = this.asked.get(key);
    const { servicePath } = registration;
    if (asked === undefined)
      this.asked.set(key, {
        registration,
        entity,
        attrs: new Set(names),
        servicePaths: new Set([servicePath]),
      });
    // A whole-entity query to the same provider already brings every attribute.
    else if (asked.attrs.size > 0) {
      asked.servicePaths.add(servicePath);
      if (names.length === 0) asked.attrs.clear();
      else for (const name of names) asked.attrs.add(name);
    }
  }

  queries(): readonly ProviderQuery[] {
    return [...this.asked.values()].map(({ registration, entity, attrs, servicePaths }) => ({
      registrationId: registration.id,
      provider: registration.provider,
      entities: [entity],
      attrs: [...attrs],
      servicePaths: [...servicePaths],
    }));
  }

  /** Names to ask this registration for; [] for the whole entity, undefined for nothing. */
  private namesFor(registration: Registration, given: ReadonlySet<string>): readonly string[] | undefined {
    const { wanted } = this;
    if (registration.attrs.length === 0) return [];
    const asksAll = wanted.length === 0 || this.options.isOneAttribute;
    const names = registration.attrs.filter((name) => (asksAll || wanted.includes(name)) && !given.has(name));
    return names.length === 0 ? undefined : names;
  }

  private givenOf(entity: WireEntity): Set<string> {
    const key = JSON.stringify([entity.id, entity.isPattern, entity.type]);
    let given = this.given.get(key);
    if (given === undefined) {
      const here = entity.isPattern ? [] : this.local.filter(({ id, type }) => covers(entity, id, type));
      // Of several entities only what all of them have is no longer worth asking for.
      const [first, ...others] = here.map(({ attrs }) => new Set(attrs.keys()));
      given = new Set([...(first ?? [])].filter((name) => others.every((names) => names.has(name))));
      this.given.set(key, given);
    }
    return given;
  }
}
