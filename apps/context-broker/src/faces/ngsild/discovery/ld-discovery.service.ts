import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { renderExactJson, type AttributeKind } from '@smart-city/context';
import {
  attributeName,
  iriOfStoredName,
  ldBooleanParameter,
  NgsiLdFault,
  typeName,
  type LdContext,
} from '@smart-city/ngsild';
import type { Answer } from '../../../http/answer';
import { ENTITY_STORE, type EntityStore } from '../../../storage/entity-store';
import { ContextsService } from '../contexts/contexts.service';
import { KnownTenants } from '../known-tenants';
import { LdAnswers } from '../ld-answers';
import { shownContext, type GivenContext, type LdCall } from '../ld-call';
import { JSON_MEDIA_TYPE } from '../negotiate';
import { catalogueOf, type KnownAttribute, type KnownType, type TypeCatalogue } from './type-catalogue';

type Members = Readonly<Record<string, unknown>>;

/** Tells which types and attributes there are (GS CIM 009 §5.7.5 to 5.7.10). */
@Injectable()
export class LdDiscoveryService {
  constructor(
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    private readonly contexts: ContextsService,
    private readonly answers: LdAnswers,
    private readonly tenants: KnownTenants,
  ) {}

  types(call: LdCall): Promise<Answer> {
    const isDetailed = detailsOf(call);
    return this.answer(call, ({ types }, { names }) => {
      if (isDetailed) return [...types].map(([type, known]) => typeMembers(type, known, names));
      return {
        id: `urn:ngsi-ld:EntityTypeList:${randomUUID()}`,
        type: 'EntityTypeList',
        typeList: [...types.keys()].map((type) => names.compactName(type)),
      };
    });
  }

  type(call: LdCall): Promise<Answer> {
    return this.answer(call, ({ types }, { names }) => {
      const stored = typeName(call.part('type'), names);
      const known = types.get(stored);
      if (known === undefined) throw missing('type', call.part('type'));
      return typeInfo(stored, known, names);
    });
  }

  attributes(call: LdCall): Promise<Answer> {
    const isDetailed = detailsOf(call);
    return this.answer(call, ({ attributes }, { names }) => {
      if (isDetailed) return [...attributes].map(([name, known]) => attributeMembers(name, known, names));
      return {
        id: `urn:ngsi-ld:AttributeList:${randomUUID()}`,
        type: 'AttributeList',
        attributeList: [...attributes.keys()].map((name) => names.compactName(name)),
      };
    });
  }

  attribute(call: LdCall): Promise<Answer> {
    return this.answer(call, ({ attributes }, { names }) => {
      const stored = attributeName(call.part('name'), names);
      const known = attributes.get(stored);
      if (known === undefined) throw missing('attribute', call.part('name'));
      return {
        ...attributeMembers(stored, known, names),
        attributeCount: known.count,
        attributeTypes: sortedKinds(known.kinds),
      };
    });
  }

  private async answer(
    call: LdCall,
    tell: (catalogue: TypeCatalogue, context: GivenContext) => Members | readonly Members[],
  ): Promise<Answer> {
    ldBooleanParameter('local', call.parameter('local'));
    const context = await call.contextOfLink(this.contexts);
    await this.tenants.require(call.tenant);
    const told = tell(catalogueOf(await this.store.typeFacts(call.tenant)), context);
    const shown = { context: shownContext(context), linksContext: call.mediaType === JSON_MEDIA_TYPE };
    const ending = shown.linksContext ? '' : `,"@context":${renderExactJson(shown.context)}`;
    const text = (members: Members) => `${JSON.stringify(members).slice(0, -1)}${ending}}`;
    return this.answers.ok(call, isList(told) ? `[${told.map(text).join(',')}]` : text(told), shown);
  }
}

const isList = (told: Members | readonly Members[]): told is readonly Members[] => Array.isArray(told);

/** @throws BadRequestData  it is neither true nor false */
const detailsOf = (call: LdCall): boolean =>
  ldBooleanParameter('details', call.parameter('details')) === true;

const missing = (what: string, name: string): NgsiLdFault =>
  new NgsiLdFault('ResourceNotFound', `Unknown ${what}`, `There is no ${what} ${name}`);

const sortedKinds = (kinds: ReadonlySet<AttributeKind>): readonly string[] => [...kinds].sort();

const typeMembers = (type: string, { attributes }: KnownType, names: LdContext): Members => ({
  id: iriOfStoredName(type),
  type: 'EntityType',
  typeName: names.compactName(type),
  attributeNames: [...attributes.keys()].sort().map((name) => names.compactName(name)),
});

const typeInfo = (type: string, { count, attributes }: KnownType, names: LdContext): Members => ({
  id: iriOfStoredName(type),
  type: 'EntityTypeInfo',
  typeName: names.compactName(type),
  entityCount: count,
  attributeDetails: [...attributes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, kinds]) => ({
      id: iriOfStoredName(name),
      type: 'Attribute',
      attributeName: names.compactName(name),
      attributeTypes: sortedKinds(kinds),
    })),
});

const attributeMembers = (name: string, { types }: KnownAttribute, names: LdContext): Members => ({
  id: iriOfStoredName(name),
  type: 'Attribute',
  attributeName: names.compactName(name),
  typeNames: [...types].sort().map((type) => names.compactName(type)),
});
