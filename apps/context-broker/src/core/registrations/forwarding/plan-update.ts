import type { AttributeInput, ProvidedEntity, Registration } from '@smart-city/context';
import type { ForwardItem } from '../../entities/forwarding-port';
import type { ProviderUpdate, WireEntity } from './provider-request';

export interface UpdatePlan {
  readonly updates: readonly ProviderUpdate[];
  /** For each item, in order: attribute name → index into `updates`. Names nobody covers are missing. */
  readonly assignments: readonly ReadonlyMap<string, number>[];
}

interface Gathered {
  readonly registration: Registration;
  readonly entities: { readonly entity: WireEntity; readonly attrs: AttributeInput[] }[];
}

/**
 * Gives each attribute to the first registration that covers it, and gathers what goes to the same provider into one
 * request. An item without type, whose entity is not here, is covered only by registrations without type; one with a type by those
 * of this type and by the pattern of all ids without type. Pure.
 *
 * @param registrations  in order of precedence, see `candidates`
 */
export function planUpdate(
  registrations: readonly Registration[],
  items: readonly ForwardItem[],
): UpdatePlan {
  const gathered: Gathered[] = [];
  const assignments = items.map((item) => {
    const assigned = new Map<string, number>();
    for (const attr of item.attrs) {
      const found = findProvider(registrations, item, attr.name);
      if (found === undefined) continue;
      const at = requestIndex(gathered, found.registration);
      const { entities } = gathered[at]!;
      const known = entities.find(
        ({ entity }) => entity.id === found.entity.id && entity.type === found.entity.type,
      );
      if (known === undefined) entities.push({ entity: found.entity, attrs: [attr] });
      else known.attrs.push(attr);
      assigned.set(attr.name, at);
    }
    return assigned;
  });
  const updates = gathered.map(({ registration, entities }) => ({
    registrationId: registration.id,
    provider: registration.provider,
    entities,
  }));
  return { updates, assignments };
}

function findProvider(
  registrations: readonly Registration[],
  { ref }: ForwardItem,
  name: string,
): { readonly registration: Registration; readonly entity: WireEntity } | undefined {
  for (const registration of registrations) {
    if (registration.attrs.length > 0 && !registration.attrs.includes(name)) continue;
    const provided = registration.entities.find((entity) => provides(entity, ref));
    if (provided === undefined) continue;
    const { id, type } = ref;
    return { registration, entity: { id, isPattern: false, ...(type !== undefined && { type }) } };
  }
  return undefined;
}

/** Whether a registered entity is this one. Only the pattern of all ids may lack the type of the entity. */
function provides(provided: ProvidedEntity, { id, type }: ForwardItem['ref']): boolean {
  if (!provided.isPattern && provided.id !== id) return false;
  return (provided.type || '') === (type || '') || (provided.isPattern && !provided.type);
}

function requestIndex(gathered: Gathered[], registration: Registration): number {
  const { url, protocol } = registration.provider;
  const at = gathered.findIndex(
    ({ registration: { provider } }) => provider.url === url && provider.protocol === protocol,
  );
  return at >= 0 ? at : gathered.push({ registration, entities: [] }) - 1;
}
