import { Injectable } from '@nestjs/common';
import type { Entity, JsonObject } from '@smart-city/context';
import {
  appendAttributes,
  attributeName,
  badRequestData,
  checkBody,
  checkEntityId,
  createEntity,
  deleteAttribute,
  inputOfSimplified,
  membersOfParameters,
  mergeEntity,
  NGSILD_NULL,
  parseAttributeFragment,
  parseFormat,
  parseJoin,
  parseShowing,
  parseEntityFragment,
  parseNewEntity,
  parseSimplifiedFragment,
  partialUpdate,
  readDateTime,
  replaceAttribute,
  replaceEntity,
  updateAttributes,
  isUri,
  type EntityReading,
  type LdJoin,
  type LdShowing,
} from '@smart-city/ngsild';
import { goOn, type AtHand } from '../../../context/at-hand';
import type { Answer } from '../../../http/answer';
import { ContextsService } from '../contexts/contexts.service';
import { createdAt, LdAnswers, noContent, plainAnswer } from '../ld-answers';
import { KnownTenants } from '../known-tenants';
import type { GivenContext, LdCall } from '../ld-call';
import { flagOf, optionsOf } from '../ld-parameters';
import { EntityLookup, missingEntity, typeTest } from './entity-lookup';
import {
  alreadyExists,
  deletion,
  existing,
  LdWritesService,
  updateResultText,
  type PlannedWrite,
  type WriteExisting,
} from './ld-writes.service';
import { JoinedEntities } from '../queries/joined-entities';
import { listText, rendererOf } from '../queries/entity-texts';
import { checkShown, shownStatus, showingOf, showOne, type Showing } from './show-entity';

type ParseMode = EntityReading['mode'];

/** The operations on one entity (GS CIM 009 §5.6, 5.7.1). */
@Injectable()
export class LdEntitiesService {
  constructor(
    private readonly contexts: ContextsService,
    private readonly lookup: EntityLookup,
    private readonly writes: LdWritesService,
    private readonly answers: LdAnswers,
    private readonly tenants: KnownTenants,
    private readonly joined: JoinedEntities,
  ) {}

  async create(call: LdCall): Promise<Answer> {
    const { body, context } = await this.bodyOf(call);
    const input = parseNewEntity(body, reading(context, 'whole'));
    const { id, types } = input;
    await this.writes.one(call, {
      id,
      write: (before, nowSeconds) => {
        if (before !== undefined) throw alreadyExists(id);
        return createEntity(input, id, types, nowSeconds);
      },
    });
    return createdAt(call, `/ngsi-ld/v1/entities/${id}`);
  }

  /** At once where context and entity are in memory. */
  retrieve(call: LdCall): AtHand<Answer> {
    return goOn(call.contextOfLink(this.contexts), (context) => {
      const { join, ...shown } = shownOf(call, context);
      const showing = showingOf(call, context, shown);
      const isMeant = typeTest(call.parameter('type'), context.names);
      return goOn(this.lookup.find(call.request, call.part('id'), isMeant), (entity) =>
        entity === undefined
          ? this.tenants.tell(call.tenant, missingEntity(call.part('id')))
          : goOn(this.textOf(call, entity, showing, join), (text) =>
              this.answers.ok(call, text, showing, [], shownStatus(showing)),
            ),
      );
    });
  }

  /** With `join=flat`, a list of the entity and those that its Relationships lead to. */
  private textOf(call: LdCall, entity: Entity, showing: Showing, join: LdJoin | undefined): AtHand<string> {
    if (join === undefined) return showOne(entity, showing);
    checkShown(entity, showing);
    const { options, write } = rendererOf(showing);
    return this.joined
      .show(call.request, [entity], join, options, write)
      .then((texts) => (join.mode === 'flat' ? listText(texts, showing) : (texts[0] ?? '')));
  }

  async replace(call: LdCall): Promise<Answer> {
    const { id, body, context } = await this.targetOf(call);
    checkSameId(id, body);
    const input = parseEntityFragment(body, reading(context, 'whole'));
    if (input.types === undefined) throw badRequestData('Missing type', 'The entity must have a type');
    await this.change(call, id, context, (before, nowSeconds) => replaceEntity(before, input, nowSeconds));
    return noContent(call);
  }

  async merge(call: LdCall): Promise<Answer> {
    const { id, body, context } = await this.targetOf(call);
    const rule = mergeRuleOf(call);
    checkSameId(id, body);
    const write = mergeWrite(body, reading(context, 'merge'), rule);
    await this.change(call, id, context, write);
    return noContent(call);
  }

  async delete(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    const id = call.part('id');
    checkEntityId(id);
    const isMeant = typeTest(call.parameter('type'), context.names);
    await this.writes.one(call, { id, write: deletion(id), ...(isMeant && { isMeant }) });
    return noContent(call);
  }

  async append(call: LdCall): Promise<Answer> {
    const { id, body, context } = await this.targetOf(call);
    checkSameId(id, body);
    const noOverwrite = optionsOf(call.parameters, ['noOverwrite']).has('noOverwrite');
    const input = parseEntityFragment(body, reading(context, 'whole'));
    return this.changeOfAttributes(call, id, context, (before, nowSeconds) =>
      appendAttributes(before, input, noOverwrite, nowSeconds),
    );
  }

  async update(call: LdCall): Promise<Answer> {
    const { id, body, context } = await this.targetOf(call);
    checkSameId(id, body);
    const input = parseEntityFragment(body, reading(context, 'update'));
    return this.changeOfAttributes(call, id, context, (before, nowSeconds) =>
      updateAttributes(before, input, nowSeconds),
    );
  }

  async updateAttribute(call: LdCall): Promise<Answer> {
    const { id, body, context, name } = await this.attributeOf(call);
    const input = parseAttributeFragment(body, call.part('name'), reading(context, 'partial'));
    await this.change(call, id, context, (before, nowSeconds) =>
      partialUpdate(before, name, input, nowSeconds),
    );
    return noContent(call);
  }

  async replaceAttribute(call: LdCall): Promise<Answer> {
    const { id, body, context, name } = await this.attributeOf(call);
    const input = parseAttributeFragment(body, call.part('name'), reading(context, 'whole'));
    await this.change(call, id, context, (before, nowSeconds) =>
      replaceAttribute(before, name, input, nowSeconds),
    );
    return noContent(call);
  }

  async deleteAttribute(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    const id = call.part('id');
    checkEntityId(id);
    const given = call.part('name');
    const name = given === 'scope' ? given : attributeName(given, context.names);
    const datasetId = call.parameter('datasetId');
    if (datasetId !== undefined && datasetId !== '@none' && !isUri(datasetId))
      throw badRequestData('Invalid datasetId', `datasetId must be a URI: ${datasetId}`);
    const which = {
      deleteAll: flagOf(call.parameters, 'deleteAll'),
      ...(datasetId !== undefined && datasetId !== '@none' && { datasetId }),
    };
    await this.change(call, id, context, (before) => deleteAttribute(before, name, which));
    return noContent(call);
  }

  /** 207 where some attributes were left as they are (GS CIM 009 §6.6.3.1, 6.6.3.2). */
  private async changeOfAttributes(
    call: LdCall,
    id: string,
    context: GivenContext,
    write: WriteExisting,
  ): Promise<Answer> {
    const { write: done } = await this.change(call, id, context, write);
    if (done === undefined || done.notUpdated.length === 0) return noContent(call);
    return plainAnswer(call, 207, updateResultText(done));
  }

  private change(call: LdCall, id: string, { names }: GivenContext, write: WriteExisting) {
    const isMeant = typeTest(call.parameter('type'), names);
    const planned: PlannedWrite = { id, write: existing(id, write), ...(isMeant && { isMeant }) };
    return this.writes.one(call, planned);
  }

  private bodyOf(call: LdCall): AtHand<{ readonly body: JsonObject; readonly context: GivenContext }> {
    const body = checkBody(call.json());
    return goOn(call.contextOfBody(body, this.contexts), (context) => ({ body, context }));
  }

  private async targetOf(call: LdCall) {
    const id = call.part('id');
    checkEntityId(id);
    return { id, ...(await this.bodyOf(call)) };
  }

  private async attributeOf(call: LdCall) {
    const target = await this.targetOf(call);
    if (call.part('name') === 'scope')
      throw badRequestData('Invalid attribute name', 'Scopes are not changed as an attribute');
    return { ...target, name: attributeName(call.part('name'), target.context.names) };
  }
}

const NOTHING_ASKED: LdShowing = { format: 'normalized', sysAttrs: false };

/** Reads what of an entity the parameters ask for. @throws InvalidRequest, BadRequestData */
function shownOf({ parameters }: LdCall, { names }: GivenContext): LdShowing & { readonly join?: LdJoin } {
  if (parameters.size === 0) return NOTHING_ASKED;
  const members = membersOfParameters(parameters);
  const showing = parseShowing(members, (name) => names.expandName(name));
  const join = parseJoin(members, showing);
  return {
    ...parseFormat(parameters.get('format'), parameters.get('options')),
    ...showing,
    ...(join && { join }),
  };
}

/** @throws BadRequestData  the body names another entity than the path */
function checkSameId(id: string, body: JsonObject): void {
  const own = body.get('id');
  if (own !== undefined && own !== id)
    throw badRequestData('Different ids', `The id of the body is not that of the path, ${id}`);
}

const reading = ({ names }: GivenContext, mode: ParseMode): EntityReading => ({
  context: names,
  mode,
  nowMs: Date.now(),
});

/** Rules of a merge that its parameters give. */
export interface MergeRule {
  readonly lang?: string;
  readonly observedAt?: string;
  readonly isSimplified: boolean;
}

/** @throws InvalidRequest, BadRequestData */
export function mergeRuleOf({ parameters }: LdCall): MergeRule {
  const { format } = parseFormat(parameters.get('format'), parameters.get('options'));
  const lang = parameters.get('lang');
  if (lang !== undefined && !/^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/.test(lang))
    throw badRequestData('Invalid lang', `lang is not the tag of a language: ${lang}`);
  const observedAt = parameters.get('observedAt');
  if (observedAt !== undefined && (observedAt === NGSILD_NULL || readDateTime(observedAt) === undefined))
    throw badRequestData('Invalid observedAt', `observedAt is not a DateTime in UTC: ${observedAt}`);
  return {
    isSimplified: format === 'simplified',
    ...(lang !== undefined && { lang }),
    ...(observedAt !== undefined && { observedAt }),
  };
}

/** Makes the write of a merge. @throws BadRequestData  the body cannot be merged into anything */
export function mergeWrite(
  body: JsonObject,
  entityReading: EntityReading,
  { isSimplified, ...rule }: MergeRule,
): WriteExisting {
  if (isSimplified) {
    const simplified = parseSimplifiedFragment(body, entityReading);
    return (before, nowSeconds) =>
      mergeEntity(before, inputOfSimplified(simplified, before.attrs), { ...rule, nowSeconds });
  }
  const input = parseEntityFragment(body, entityReading);
  return (before, nowSeconds) => mergeEntity(before, input, { ...rule, nowSeconds });
}
