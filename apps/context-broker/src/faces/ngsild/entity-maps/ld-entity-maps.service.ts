import { Injectable } from '@nestjs/common';
import {
  badRequestData,
  checkBody,
  membersOfParameters,
  membersOfQueryBody,
  NgsiLdFault,
  readDateTime,
  readLdQuery,
  type LdFilter,
  type LdQueryMembers,
  type LdQueryRequest,
} from '@smart-city/ngsild';
import type { RequestContext } from '../../../context/request-context';
import { EntitySelectionsService } from '../../../core/entities/entity-selections.service';
import { Answer } from '../../../http/answer';
import { ContextsService } from '../contexts/contexts.service';
import { KnownTenants } from '../known-tenants';
import { noContent } from '../ld-answers';
import type { GivenContext, LdCall } from '../ld-call';
import { tenantFields } from '../ngsild-face';
import { LinkedQueries } from '../queries/linked-query';
import { durationMs, EntityMaps, LARGEST_MAP, type EntityMap } from './entity-maps';

/** Header field that names the map of an answer, and of a request that goes on with it. */
export const ENTITY_MAP_HEADER = 'NGSILD-EntityMap';

const PATH = '/ngsi-ld/v1/entityMaps';

/** Makes and keeps entity maps (GS CIM 009 §5.14). */
@Injectable()
export class LdEntityMapsService {
  constructor(
    private readonly maps: EntityMaps,
    private readonly contexts: ContextsService,
    private readonly selections: EntitySelectionsService,
    private readonly linked: LinkedQueries,
    private readonly tenants: KnownTenants,
  ) {}

  async create(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    return this.created(call, context, membersOfParameters(call.parameters));
  }

  async createByBody(call: LdCall): Promise<Answer> {
    const body = checkBody(call.json());
    const context = await call.contextOfBody(body, this.contexts);
    return this.created(call, context, membersOfQueryBody(body));
  }

  private async created(call: LdCall, { names }: GivenContext, members: LdQueryMembers): Promise<Answer> {
    const asked = readLdQuery(members, (name) => names.expandName(name));
    await this.tenants.require(call.tenant);
    return mapAnswer(call, await this.make(call.request, asked), 201);
  }

  /** The map that a request names by its header; undefined for none that is still there. */
  named(call: LdCall): EntityMap | undefined {
    const named = call.request.header(ENTITY_MAP_HEADER.toLowerCase());
    if (named === undefined) return undefined;
    return this.maps.find(call.tenant, named.slice(named.lastIndexOf('/') + 1));
  }

  /** Makes the map of what a query selects now. @throws NgsiLdFault  TooManyResults */
  async make(
    request: RequestContext,
    { filter, entityMapLifetime }: Pick<LdQueryRequest, 'filter' | 'entityMapLifetime'>,
  ): Promise<EntityMap> {
    const { ids } = await this.selections.selectIds(request, {
      filter: await this.linked.resolve(request, filter),
      limit: LARGEST_MAP + 1,
      offset: 0,
      count: false,
    });
    if (ids.length > LARGEST_MAP)
      throw new NgsiLdFault(
        'TooManyResults',
        'Too many results',
        `an entity map has at most ${LARGEST_MAP} entities`,
      );
    const lifetimeMs = entityMapLifetime === undefined ? undefined : durationMs(entityMapLifetime);
    return this.maps.add(request.tenant, ids, lifetimeMs);
  }

  retrieve(call: LdCall): Answer {
    return mapAnswer(call, this.existing(call), 200);
  }

  /** Changes its end, and nothing else (§5.14.2). */
  change(call: LdCall): Answer {
    const { id } = this.existing(call);
    const body = checkBody(call.json());
    const expiresAt = body.get('expiresAt');
    const other = [...body.keys()].find((name) => !['expiresAt', 'id', 'type', '@context'].includes(name));
    if (other !== undefined) throw badRequestData('Invalid EntityMap', 'only expiresAt can be changed');
    const seconds = typeof expiresAt === 'string' ? readDateTime(expiresAt) : undefined;
    if (seconds === undefined || seconds * 1000 <= Date.now())
      throw badRequestData('Invalid expiresAt', 'expiresAt is a DateTime that is to come');
    this.maps.extend(call.tenant, id, seconds * 1000);
    return noContent(call);
  }

  delete(call: LdCall): Answer {
    this.maps.delete(call.tenant, this.existing(call).id);
    return noContent(call);
  }

  /** @throws ResourceNotFound */
  private existing(call: LdCall): EntityMap {
    const map = this.maps.find(call.tenant, call.part('id'));
    if (map !== undefined) return map;
    throw new NgsiLdFault(
      'ResourceNotFound',
      'Unknown entity map',
      `There is no entity map ${call.part('id')}`,
    );
  }
}

/** Header fields of an answer about a map. */
export const mapFields = ({ id }: EntityMap): readonly string[] => [ENTITY_MAP_HEADER, `${PATH}/${id}`];

/** The filter of one page of a map: those of its entities that are still there. */
export const filterOfMap = (ids: readonly string[]): LdFilter => ({ selectors: [{ ids }] });

function mapAnswer(call: LdCall, map: EntityMap, status: number): Answer {
  const entries = map.ids.map((id) => `${JSON.stringify(id)}:["@none"]`);
  const expiresAt = new Date(map.expiresAtMs).toISOString();
  const body = `{"id":${JSON.stringify(map.id)},"type":"EntityMap","expiresAt":"${expiresAt}","entityMap":{${entries.join(',')}},"linkedMaps":{}}`;
  return new Answer(status, body, [...tenantFields(call.request), ...mapFields(map)], 'application/json');
}
