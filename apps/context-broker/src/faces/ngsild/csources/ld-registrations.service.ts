import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { renderExactJson } from '@smart-city/context';
import {
  badRequestData,
  checkBody,
  checkClaims,
  claimedEntities,
  claimsEntities,
  compileConflict,
  compileDiscovery,
  isUri,
  NgsiLdFault,
  parseLdPaging,
  patchRegistration,
  readDiscovery,
  readNewRegistration,
  registrationIdOf,
  renderLdRegistration,
} from '@smart-city/ngsild';
import { loopTurns } from '../../../context/loop-turns';
import type { Answer } from '../../../http/answer';
import { ENTITY_STORE, type EntityStore } from '../../../storage/entity-store';
import { ContextsService } from '../contexts/contexts.service';
import { KnownTenants } from '../known-tenants';
import { createdAt, LdAnswers, noContent, type AnswerContext } from '../ld-answers';
import { shownContext, type GivenContext, type LdCall } from '../ld-call';
import { optionsOf } from '../ld-parameters';
import { JSON_MEDIA_TYPE } from '../negotiate';
import { listLinks } from '../page-links';
import { KeptRegistrations, type KeptRegistration } from './kept-registrations';

const PATH = '/ngsi-ld/v1/csourceRegistrations';

/** The operations on registrations of context sources (GS CIM 009 §5.9, 5.10). */
@Injectable()
export class LdRegistrationsService {
  constructor(
    private readonly registrations: KeptRegistrations,
    private readonly contexts: ContextsService,
    private readonly answers: LdAnswers,
    private readonly tenants: KnownTenants,
    @Inject(ENTITY_STORE) private readonly entities: EntityStore,
  ) {}

  async create(call: LdCall): Promise<Answer> {
    const body = checkBody(call.json());
    const { names } = await call.contextOfBody(body, this.contexts);
    const id = registrationIdOf(body) ?? `urn:ngsi-ld:ContextSourceRegistration:${randomUUID()}`;
    const registration = readNewRegistration(body, names);
    const now = Date.now();
    const { tenant } = call;
    await this.registrations.inTurn(tenant, async () => {
      if ((await this.registrations.find(tenant, id)) !== undefined)
        throw new NgsiLdFault('AlreadyExists', 'Registration exists', `There is a registration ${id}`);
      const kept = { id, ...registration, createdAtMs: now, modifiedAtMs: now };
      await this.checkConflicts(tenant, kept);
      await this.registrations.add(tenant, kept);
    });
    return createdAt(call, `${PATH}/${id}`);
  }

  async retrieve(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    const hasTimes = hasSysAttrs(call);
    const found = await this.find(call);
    const [text = ''] = textsOf(call, context, [found], hasTimes);
    return this.answers.ok(call, text, shownIn(call, context));
  }

  /** Discovery of context sources: registrations are shown whole, whatever part of them matches. */
  async discover(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    const hasTimes = hasSysAttrs(call);
    const paging = parseLdPaging(call.parameters);
    const isAsked = compileDiscovery(
      readDiscovery(call.parameters, (name) => context.names.expandName(name)),
    );
    await this.tenants.require(call.tenant);
    const all = (await this.registrations.sweptList(call.tenant)).filter(isAsked);
    const { limit, offset, count } = paging;
    const links = listLinks(PATH, call.parameters, { paging, hasMore: all.length > offset + limit });
    const headers = count ? ['NGSILD-Results-Count', String(all.length)] : [];
    const texts = textsOf(call, context, all.slice(offset, offset + limit), hasTimes);
    return this.answers.ok(call, `[${texts.join(',')}]`, { ...shownIn(call, context), links }, headers);
  }

  async change(call: LdCall): Promise<Answer> {
    const body = checkBody(call.json());
    const { names } = await call.contextOfBody(body, this.contexts);
    const { tenant } = call;
    await this.registrations.inTurn(tenant, async () => {
      const before = await this.find(call);
      if (body.has('id') && body.get('id') !== before.id)
        throw badRequestData('Different ids', `The id of a registration cannot change: ${before.id}`);
      const after = { ...before, ...patchRegistration(before, body, names), modifiedAtMs: Date.now() };
      await this.checkConflicts(tenant, after);
      await this.registrations.put(tenant, after);
    });
    return noContent(call);
  }

  async delete(call: LdCall): Promise<Answer> {
    await this.registrations.inTurn(call.tenant, async () => {
      const { id } = await this.find(call);
      await this.registrations.delete(call.tenant, id);
    });
    return noContent(call);
  }

  private async find(call: LdCall): Promise<KeptRegistration> {
    const id = call.part('id');
    if (!isUri(id)) throw badRequestData('Invalid id', `The id of a registration is a URI: ${id}`);
    // A look at a collection may make a database on MongoDB: whether the tenant is there is asked before.
    await this.tenants.require(call.tenant);
    const found = await this.registrations.find(call.tenant, id);
    if (found !== undefined) return found;
    throw new NgsiLdFault('ResourceNotFound', 'Registration not found', `There is no registration ${id}`);
  }

  /** @throws Conflict  another registration, or an entity of the broker, holds what this one claims; by rejection */
  private async checkConflicts(tenant: string, { id, members }: KeptRegistration): Promise<void> {
    if (!claimsEntities(members)) return;
    checkClaims(members);
    const isConflict = compileConflict(members);
    for (const other of await this.registrations.list(tenant)) {
      if (other.id !== id && isConflict(other.members))
        throw conflict(`The registration ${other.id} has an attribute of the same entity`);
      await loopTurns.next();
    }
    for (const filter of claimedEntities(members)) {
      const { ids } = await this.entities.selectIds(tenant, { filter, limit: 1, offset: 0, count: false });
      const [entity] = ids;
      if (entity !== undefined) throw conflict(`The broker has the entity ${entity} itself`);
    }
  }
}

const conflict = (detail: string) => new NgsiLdFault('Conflict', 'Conflicting registration', detail);

/** How the answer names its context. */
const shownIn = (call: LdCall, context: GivenContext): AnswerContext => ({
  context: shownContext(context),
  linksContext: call.mediaType === JSON_MEDIA_TYPE,
});

const hasSysAttrs = (call: LdCall): boolean => optionsOf(call.parameters, ['sysAttrs']).has('sysAttrs');

function textsOf(
  call: LdCall,
  context: GivenContext,
  found: readonly KeptRegistration[],
  hasTimes: boolean,
): readonly string[] {
  const { linksContext, context: named } = shownIn(call, context);
  const contextText = linksContext ? undefined : renderExactJson(named);
  return found.map(({ createdAtMs, modifiedAtMs, ...one }) => {
    const times = { createdAt: dateTime(createdAtMs), modifiedAt: dateTime(modifiedAtMs) };
    return renderLdRegistration({ ...one, ...(hasTimes && { times }) }, context.names, contextText);
  });
}

const dateTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
