import { Inject, Injectable } from '@nestjs/common';
import { ALL_SERVICE_PATHS, typesOf, type Entity } from '@smart-city/context';
import {
  badRequestData,
  compileTypeSelection,
  isUri,
  NgsiLdFault,
  parseTypeSelection,
  type LdContext,
} from '@smart-city/ngsild';
import { goOn, type AtHand } from '../../../context/at-hand';
import type { RequestContext } from '../../../context/request-context';
import { readableOnes } from '../../../core/grants/granted-reads';
import { ENTITY_STORE, type EntityStore } from '../../../storage/entity-store';

/** Entities of NGSIv2 with one id that are looked at: they may differ in type and service path. */
const MOST_TWINS = 100;

/** Makes the fault of an entity that is not there. */
export const entityMissing = (id: string): NgsiLdFault =>
  new NgsiLdFault('ResourceNotFound', 'Entity not found', `There is no entity ${id}`);

/** Tells why a read found nothing. An id of NGSIv2 need not be a URI; one that is none, and names nothing, is a fault. */
export const missingEntity = (id: string): NgsiLdFault =>
  isUri(id)
    ? entityMissing(id)
    : badRequestData('Invalid entity id', `The id of an entity must be a URI: ${id}`);

/** Tells which entities are meant, by the parameter `type`; undefined for all. */
export type TypeTest = ((entity: Entity) => boolean) | undefined;

/** Compiles the parameter `type` of an operation on one entity (GS CIM 009 §4.17). @throws BadRequestData */
export function typeTest(text: string | undefined, names: LdContext): TypeTest {
  if (text === undefined) return undefined;
  const test = compileTypeSelection(parseTypeSelection(text, (name) => names.expandName(name)));
  return (entity) => test(typesOf(entity));
}

/** Finds entities by their id alone. */
@Injectable()
export class EntityLookup {
  constructor(@Inject(ENTITY_STORE) private readonly store: EntityStore) {}

  /**
   * Finds the entity of an id: of several that NGSIv2 made, the oldest that is meant and may be read.
   *
   * @returns undefined where there is none
   * @throws NgsiError  403 where no permission could cover such an entity
   */
  find({ tenant, grants }: RequestContext, id: string, isMeant: TypeTest): AtHand<Entity | undefined> {
    const tenancy = { tenant, servicePaths: ALL_SERVICE_PATHS };
    return goOn(this.store.find(tenancy, { id }, MOST_TWINS), (found) => {
      const seen = grants === undefined ? found : readableOnes(grants, { id }, found);
      return isMeant === undefined ? seen[0] : seen.find(isMeant);
    });
  }
}
