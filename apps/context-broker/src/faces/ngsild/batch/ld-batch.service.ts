import { Injectable } from '@nestjs/common';
import { typesOf, type JsonObject, type JsonValue } from '@smart-city/context';
import {
  appendAttributes,
  badRequestData,
  checkEntityId,
  createEntity,
  isUri,
  parseEntityFragment,
  parseNewEntity,
  replaceEntity,
  type EntityInput,
  type EntityReading,
} from '@smart-city/ngsild';
import type { Answer } from '../../../http/answer';
import { ContextsService } from '../contexts/contexts.service';
import {
  alreadyExists,
  deletion,
  existing,
  LdWritesService,
  type PlannedWrite,
} from '../entities/ld-writes.service';
import { mergeRuleOf, mergeWrite } from '../entities/ld-entities.service';
import { KnownTenants } from '../known-tenants';
import { noContent, plainAnswer } from '../ld-answers';
import type { LdCall } from '../ld-call';
import { optionsOf } from '../ld-parameters';
import { idOfItem, ItemContexts, itemsOf, objectOf } from './batch-body';
import { batchResultText, hasFailed, idsText, type ItemResult } from './batch-result';

/** Makes the write of one item. @throws NgsiLdFault  what is wrong with it */
type PlanItem = (item: JsonObject, reading: EntityReading) => PlannedWrite;

/** The batch operations on entities (GS CIM 009 §5.6.7 to 5.6.10, 5.6.20). */
@Injectable()
export class LdBatchService {
  constructor(
    private readonly contexts: ContextsService,
    private readonly writes: LdWritesService,
    private readonly tenants: KnownTenants,
  ) {}

  async create(call: LdCall): Promise<Answer> {
    const results = await this.run(call, 'whole', planCreate);
    return results.some(hasFailed) ? partly(call, results) : plainAnswer(call, 201, idsText(results));
  }

  async upsert(call: LdCall): Promise<Answer> {
    const isUpdate = optionsOf(call.parameters, ['update', 'replace']).has('update');
    const results = await this.run(call, 'whole', planUpsert(isUpdate));
    if (results.some(hasFailed)) return partly(call, results);
    const created = results.filter(({ isNew }) => isNew);
    return created.length === 0 ? noContent(call) : plainAnswer(call, 201, idsText(created));
  }

  async update(call: LdCall): Promise<Answer> {
    const noOverwrite = optionsOf(call.parameters, ['noOverwrite']).has('noOverwrite');
    await this.tenants.require(call.tenant);
    return doneOrPartly(call, await this.run(call, 'whole', planAppend(noOverwrite)));
  }

  async merge(call: LdCall): Promise<Answer> {
    const rule = mergeRuleOf(call);
    const plan: PlanItem = (item, reading) => {
      const id = idOf(item);
      return { id, write: existing(id, mergeWrite(item, reading, rule)) };
    };
    await this.tenants.require(call.tenant);
    return doneOrPartly(call, await this.run(call, 'merge', plan));
  }

  async delete(call: LdCall): Promise<Answer> {
    const items = itemsOf(call.json());
    const planned = items.map(planDeletion);
    await this.tenants.require(call.tenant);
    return doneOrPartly(call, await this.settle(call, items, planned));
  }

  private async run(
    call: LdCall,
    mode: EntityReading['mode'],
    plan: PlanItem,
  ): Promise<readonly ItemResult[]> {
    const items = itemsOf(call.json());
    const contexts = new ItemContexts(call, this.contexts);
    const nowMs = Date.now();
    const planned: (PlannedWrite | Error)[] = [];
    for (const item of items) {
      try {
        const body = objectOf(item);
        const context = contexts.of(body);
        const names = context instanceof Promise ? await context : context;
        planned.push(plan(body, { context: names, mode, nowMs }));
      } catch (fault) {
        planned.push(fault as Error);
      }
    }
    return this.settle(call, items, planned);
  }

  /** Runs what could be planned, in order, and puts the outcomes beside the faults of the others. */
  private async settle(
    call: LdCall,
    items: readonly JsonValue[],
    planned: readonly (PlannedWrite | Error)[],
  ): Promise<readonly ItemResult[]> {
    const good = planned.filter((one): one is PlannedWrite => !(one instanceof Error));
    const outcomes = good.length === 0 ? [] : await this.writes.all(call, good);
    let next = 0;
    return items.map((item, at): ItemResult => {
      const one = planned[at]!;
      if (one instanceof Error) return { item, fault: one, isNew: false };
      const outcome = outcomes[next++]!;
      if (outcome.kind === 'done') return { item, fault: undefined, isNew: outcome.isNew };
      return { item, fault: outcome.kind === 'fault' ? outcome.fault : outcome.error, isNew: false };
    });
  }
}

const partly = (call: LdCall, results: readonly ItemResult[]): Answer =>
  plainAnswer(call, 207, batchResultText(results));

const doneOrPartly = (call: LdCall, results: readonly ItemResult[]): Answer =>
  results.some(hasFailed) ? partly(call, results) : noContent(call);

function planDeletion(item: JsonValue): PlannedWrite | Error {
  if (typeof item !== 'string')
    return badRequestData('Invalid entity id', 'An item must be the id of an entity');
  if (!isUri(item)) return badRequestData('Invalid entity id', `The id of an entity must be a URI: ${item}`);
  return { id: item, write: deletion(item) };
}

/** @throws BadRequestData  the item has no id, or one that is no URI */
function idOf(item: JsonObject): string {
  const id = idOfItem(item);
  if (id === undefined) throw badRequestData('Missing id', 'An entity must have an id');
  checkEntityId(id);
  return id;
}

const planCreate: PlanItem = (item, reading) => {
  const input = parseNewEntity(item, reading);
  const { id, types } = input;
  return {
    id,
    write: (before, nowSeconds) => {
      if (before !== undefined) throw alreadyExists(id);
      return createEntity(input, id, types, nowSeconds);
    },
  };
};

const planUpsert =
  (isUpdate: boolean): PlanItem =>
  (item, reading) => {
    const id = idOf(item);
    const input = parseEntityFragment(item, reading);
    return {
      id,
      write: (before, nowSeconds) => {
        if (before !== undefined && isUpdate) return appendAttributes(before, input, false, nowSeconds);
        const types = typesOfInput(input, before === undefined ? undefined : typesOf(before), id);
        return before === undefined
          ? createEntity(input, id, types, nowSeconds)
          : replaceEntity(before, input, nowSeconds);
      },
    };
  };

/** @throws BadRequestData  there is no type */
function typesOfInput(
  { types }: EntityInput,
  stored: readonly string[] | undefined,
  id: string,
): readonly string[] {
  const found = types ?? stored;
  if (found === undefined) throw badRequestData('Missing type', `The entity ${id} must have a type`);
  return found;
}

const planAppend =
  (noOverwrite: boolean): PlanItem =>
  (item, reading) => {
    const id = idOf(item);
    const input = parseEntityFragment(item, reading);
    return {
      id,
      write: existing(id, (before, nowSeconds) => appendAttributes(before, input, noOverwrite, nowSeconds)),
    };
  };
