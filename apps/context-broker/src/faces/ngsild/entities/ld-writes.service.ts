import { Injectable } from '@nestjs/common';
import type { Entity, EntityRewrite, RewriteResult, Rewriting } from '@smart-city/context';
import { iriOfStoredName, NgsiLdFault, withoutEnded, type LdWrite } from '@smart-city/ngsild';
import { EntityRewritesService } from '../../../core/entities/entity-rewrites.service';
import type { LdCall } from '../ld-call';
import { KnownTenants } from '../known-tenants';
import { entityMissing, type TypeTest } from './entity-lookup';

/** Makes the new state of an entity that is there. May throw the fault of the request. */
export type WriteExisting = (before: Entity, nowSeconds: number) => LdWrite;

/** Makes the new state of an entity, or of none. */
export type Write = (before: Entity | undefined, nowSeconds: number) => LdWrite | 'delete';

/** Outcome of a write. */
export type WriteOutcome =
  | { readonly kind: 'done'; readonly isNew: boolean; readonly write: LdWrite | undefined }
  | { readonly kind: 'fault'; readonly fault: NgsiLdFault }
  | { readonly kind: 'failed'; readonly error: Error };

/** One entity to be written. */
export interface PlannedWrite {
  readonly id: string;
  readonly isMeant?: TypeTest;
  readonly write: Write;
}

/** Makes the fault of an entity that is there already. */
export const alreadyExists = (id: string): NgsiLdFault =>
  new NgsiLdFault('AlreadyExists', 'Entity already exists', `There is an entity ${id} already`);

/** Turns a write of an entity that has to be there into one that says when it is not. */
export const existing =
  (id: string, write: WriteExisting): Write =>
  (before, nowSeconds) => {
    if (before === undefined) throw entityMissing(id);
    return write(before, nowSeconds);
  };

/** Makes the write that deletes an entity, which has to be there. */
export const deletion =
  (id: string): Write =>
  (before) => {
    if (before === undefined) throw entityMissing(id);
    return 'delete';
  };

/** Writes of NGSI-LD: each is a pure function of the newest state of its entity. */
@Injectable()
export class LdWritesService {
  constructor(
    private readonly rewrites: EntityRewritesService,
    private readonly tenants: KnownTenants,
  ) {}

  /**
   * Writes one entity.
   *
   * @throws NgsiLdFault, NgsiError  it could not be written
   */
  async one(call: LdCall, planned: PlannedWrite): Promise<Extract<WriteOutcome, { kind: 'done' }>> {
    const [outcome] = await this.all(call, [planned]);
    if (outcome?.kind === 'done') return outcome;
    if (outcome?.kind === 'fault') return this.tenants.tell(call.tenant, outcome.fault);
    throw outcome?.error ?? new Error('no outcome');
  }

  /** Writes entities in order; a failed one stops nothing. */
  async all(call: LdCall, planned: readonly PlannedWrite[]): Promise<readonly WriteOutcome[]> {
    const runs = planned.map((one) => new WriteRun(one));
    const results = await this.rewrites.apply(call.request, runs);
    return results.map((result, at) => runs[at]!.outcome(result));
  }
}

/** One write on its way through the store, which may run it again on a newer state. */
class WriteRun implements EntityRewrite<NgsiLdFault> {
  readonly id: string;
  readonly isMeant?: (entity: Entity) => boolean;
  private last: LdWrite | undefined;
  private isNew = false;

  constructor(private readonly planned: PlannedWrite) {
    this.id = planned.id;
    if (planned.isMeant !== undefined) this.isMeant = planned.isMeant;
  }

  readonly rewrite = (stored: Entity | undefined, nowSeconds: number): Rewriting<NgsiLdFault> => {
    try {
      const before = stored && withoutEnded(stored, nowSeconds * 1000);
      const made = this.planned.write(before, nowSeconds);
      this.isNew = before === undefined;
      this.last = made === 'delete' ? undefined : made;
      if (made === 'delete') return { kind: 'delete' };
      if (made.isUnchanged === true) return { kind: 'leave' };
      return { kind: 'write', after: made.after, requested: made.updated };
    } catch (fault) {
      if (fault instanceof NgsiLdFault) return { kind: 'fault', fault };
      throw fault;
    }
  };

  outcome(result: RewriteResult<NgsiLdFault>): WriteOutcome {
    switch (result.kind) {
      case 'done':
      case 'left':
        return { kind: 'done', isNew: this.isNew, write: this.last };
      case 'alreadyExists':
        return { kind: 'fault', fault: alreadyExists(this.id) };
      default:
        return result;
    }
  }
}

/** Writes the body of an update that was done in part (GS CIM 009 §5.2.18). Names are full IRIs. */
export function updateResultText({ updated, notUpdated }: LdWrite): string {
  const done = updated.map((name) => JSON.stringify(iriOfStoredName(name)));
  const left = notUpdated.map(
    ({ name, reason }) =>
      `{"attributeName":${JSON.stringify(iriOfStoredName(name))},"reason":${JSON.stringify(reason)}}`,
  );
  return `{"updated":[${done.join(',')}],"notUpdated":[${left.join(',')}]}`;
}
