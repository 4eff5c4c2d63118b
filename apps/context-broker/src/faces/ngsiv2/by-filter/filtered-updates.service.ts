import { Inject, Injectable } from '@nestjs/common';
import { compileEntityQuery, NgsiError, type EntityUpdate } from '@smart-city/context';
import { withinChangeGrants } from '../../../core/grants/granted-changes';
import { LOG, type BrokerLog } from '../../../logs/broker-log';
import { ENTITY_STORE, type EntityKey, type EntityStore } from '../../../storage/entity-store';
import { EntityUpdatesService } from '../../../core/entities/entity-updates.service';
import type { UpdateOutcome } from '../../../core/entities/update-outcome';
import type { FilteredChange } from './filtered-change';
import { FilteredReport } from './filtered-report';

/** Entities of one unit: durable together before the next is begun. */
const BATCH_SIZE = 200;

/** Changes of all that a filter selects, through the one door for writes; nothing is forwarded. */
@Injectable()
export class FilteredUpdatesService {
  constructor(
    @Inject(ENTITY_STORE) private readonly store: Pick<EntityStore, 'findKeys'>,
    @Inject(EntityUpdatesService) private readonly updates: Pick<EntityUpdatesService, 'apply'>,
    @Inject(LOG) private readonly log: Pick<BrokerLog, 'info'>,
  ) {}

  /**
   * Finds the keys first, then changes in batches what the filter still selects when its turn comes.
   *
   * Of a bearer whose permissions are about entities, those are left alone that they may not read and change so.
   *
   * @returns JSON: how many match, how many were changed, the first of what could not be done
   * @throws NgsiError  of the store. Batches before are done then, and the error says how many entities that were
   */
  async change(asked: FilteredChange): Promise<string> {
    const { request, tenancy, isDryRun } = asked;
    const { grants } = request;
    const query = grants === undefined ? asked.query : withinChangeGrants(grants, asked.query, asked.update);
    const page = { ...query, limit: isDryRun ? 0 : query.limit, count: true };
    const { keys, count = 0 } = await this.store.findKeys(tenancy, page);
    const report = new FilteredReport(count);
    for (let from = 0; from < keys.length; from += BATCH_SIZE) {
      await this.changeBatch({ ...asked, query }, keys.slice(from, from + BATCH_SIZE), report);
      if (keys.length > BATCH_SIZE)
        this.log.info(`changed ${report.changed} of the ${keys.length} entities of a filter`, request.log);
    }
    return report.toJson();
  }

  private async changeBatch(
    asked: FilteredChange,
    keys: readonly EntityKey[],
    report: FilteredReport,
  ): Promise<void> {
    try {
      for (const [servicePath, some] of byServicePath(keys))
        report.add(await this.changeSome(asked, servicePath, some));
    } catch (error) {
      throw error instanceof NgsiError ? report.interruption(error) : error;
    }
  }

  /** @throws NgsiError  of a store that is away */
  private async changeSome(
    { request, tenancy, query, update }: FilteredChange,
    servicePath: string,
    keys: readonly EntityKey[],
  ): Promise<readonly UpdateOutcome[]> {
    const isSelected = compileEntityQuery(query, tenancy.servicePaths);
    const precondition: EntityUpdate['precondition'] = (before) => before !== undefined && isSelected(before);
    const updates = keys.map(({ id, type }): EntityUpdate => ({
      ...update,
      ref: { id, type },
      onlyExisting: true,
      precondition,
    }));
    const context = { request, tenancy: { tenant: tenancy.tenant, servicePath } };
    return this.updates.apply(context, updates);
  }
}

function byServicePath(keys: readonly EntityKey[]): ReadonlyMap<string, readonly EntityKey[]> {
  const groups = new Map<string, EntityKey[]>();
  for (const key of keys) {
    const group = groups.get(key.servicePath);
    if (group === undefined) groups.set(key.servicePath, [key]);
    else group.push(key);
  }
  return groups;
}
