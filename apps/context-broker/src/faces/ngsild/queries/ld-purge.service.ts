import { Injectable } from '@nestjs/common';
import {
  attributeName,
  badRequestData,
  compileLdFilter,
  deleteAttribute,
  ldListParameter,
  membersOfParameters,
  readLdQuery,
  type LdContext,
  type LdFilter,
  type LdWrite,
} from '@smart-city/ngsild';
import { EntitySelectionsService } from '../../../core/entities/entity-selections.service';
import type { Answer } from '../../../http/answer';
import { ContextsService } from '../contexts/contexts.service';
import { deletion, existing, LdWritesService, type Write } from '../entities/ld-writes.service';
import { KnownTenants } from '../known-tenants';
import { noContent } from '../ld-answers';
import type { LdCall } from '../ld-call';

/** Entities that are looked up, and written, at a time. */
const AT_A_TIME = 1_000;

/** Attributes to delete, by their stored name; undefined for the whole entity. */
type Goes = ((name: string) => boolean) | undefined;

/** Deletes whatever a query selects (GS CIM 009 §5.6.21). */
@Injectable()
export class LdPurgeService {
  constructor(
    private readonly contexts: ContextsService,
    private readonly selections: EntitySelectionsService,
    private readonly writes: LdWritesService,
    private readonly tenants: KnownTenants,
  ) {}

  async purge(call: LdCall): Promise<Answer> {
    const { names } = await call.contextOfLink(this.contexts);
    const { filter } = readLdQuery(membersOfParameters(call.parameters), (name) => names.expandName(name));
    const goes = attributesThatGo(call, names);
    await this.tenants.require(call.tenant);
    let left = 0;
    for (;;) {
      const query = { filter, limit: AT_A_TIME, offset: left, count: false };
      const { ids } = await this.selections.selectIds(call.request, query);
      const gone = await this.purgeSome(call, ids, filter, goes);
      if (ids.length < AT_A_TIME) return noContent(call);
      // An entity that is still there may be selected again.
      left += ids.length - gone;
    }
  }

  /** Deletes the entities that are still selected. @returns how many are not there any more */
  private async purgeSome(
    call: LdCall,
    ids: readonly string[],
    filter: LdFilter,
    goes: Goes,
  ): Promise<number> {
    const isMeant = compileLdFilter(filter);
    const outcomes = await this.writes.all(
      call,
      ids.map((id) => ({ id, isMeant, write: writeOf(id, goes) })),
    );
    for (const outcome of outcomes) {
      if (outcome.kind === 'failed') throw outcome.error;
      if (outcome.kind === 'fault' && outcome.fault.type !== 'ResourceNotFound') throw outcome.fault;
    }
    return goes === undefined ? outcomes.filter(({ kind }) => kind === 'done').length : 0;
  }
}

/** Reads `drop` or `keep`. @throws BadRequestData */
function attributesThatGo(call: LdCall, names: LdContext): Goes {
  const list = (parameter: string) =>
    ldListParameter(parameter, call.parameter(parameter))?.map((name) => attributeName(name, names));
  const [drop, keep] = [list('drop'), list('keep')];
  if (drop !== undefined && keep !== undefined)
    throw badRequestData('Invalid purge', 'drop and keep exclude each other');
  if (drop !== undefined) return (name) => drop.includes(name);
  return keep && ((name) => !keep.includes(name));
}

const writeOf = (id: string, goes: Goes): Write =>
  goes === undefined
    ? deletion(id)
    : existing(id, (before) => {
        const names = [...before.attrs.keys()].filter(goes);
        let after: LdWrite['after'] = before;
        for (const name of names)
          after = deleteAttribute({ ...before, ...after }, name, { deleteAll: true }).after;
        return { after, updated: names, notUpdated: [] };
      });
