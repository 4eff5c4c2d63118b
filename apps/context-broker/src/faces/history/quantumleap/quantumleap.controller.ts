import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import type { ReadContext } from '../../../context/request-context';
import { NO_CONTENT, type Answer } from '../../../http/answer';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { fromRequest, PathPart } from '../../../http/parameters';
import { ForClients, HoldsToGrants } from '../../../http/route-facts';
import { EVERYTHING, readFilters } from '../../../http/tenancy';
import {
  attributeAnswer,
  attributeOfTypesAnswer,
  attributesAnswer,
  entitiesAnswer,
  entityAnswer,
  typeAnswer,
  typeAttributeAnswer,
} from './ql-answers';
import { parseQlQuery, type QlQuery } from './ql-query';
import { QlReadsService } from './ql-reads.service';

/** A path of QuantumLeap means itself and all below. */
const Below = fromRequest((request): ReadContext => {
  const { tenant, servicePaths } = request;
  const filters = servicePaths === undefined ? EVERYTHING : readFilters(servicePaths);
  return {
    request,
    tenancy: { tenant, servicePaths: filters.map(({ path }) => ({ path, subtree: true })) },
  };
});

const Sent = fromRequest((request) => request);

/** Paths that end so answer without the names that the path has. */
const isBare = ({ components }: NgsiRequest): boolean => components.at(-1) === 'value';

/** The operations of QuantumLeap. */
@Controller('/ql/v2')
@ForClients()
@HoldsToGrants()
export class QuantumLeapController {
  constructor(private readonly reads: QlReadsService) {}

  @Get(['entities/:id/attrs/:attr', 'entities/:id/attrs/:attr/value'])
  async attribute(
    @PathPart('id') id: string,
    @PathPart('attr') attr: string,
    @Sent() request: NgsiRequest,
    @Below() context: ReadContext,
  ): Promise<Answer> {
    const [entity] = await this.reads.read(context, { id, attr }, this.queryOf(request));
    return attributeAnswer(entity!, isBare(request));
  }

  @Get(['entities/:id', 'entities/:id/value'])
  async entity(
    @PathPart('id') id: string,
    @Sent() request: NgsiRequest,
    @Below() context: ReadContext,
  ): Promise<Answer> {
    const [entity] = await this.reads.read(context, { id }, this.queryOf(request));
    return entityAnswer(entity!, isBare(request));
  }

  @Get(['types/:type/attrs/:attr', 'types/:type/attrs/:attr/value'])
  async typeAttribute(
    @PathPart('type') type: string,
    @PathPart('attr') attr: string,
    @Sent() request: NgsiRequest,
    @Below() context: ReadContext,
  ): Promise<Answer> {
    const entities = await this.reads.read(context, { type, attr }, this.queryOf(request));
    return typeAttributeAnswer(type, entities, isBare(request));
  }

  @Get(['types/:type', 'types/:type/value'])
  async type(
    @PathPart('type') type: string,
    @Sent() request: NgsiRequest,
    @Below() context: ReadContext,
  ): Promise<Answer> {
    const entities = await this.reads.read(context, { type }, this.queryOf(request));
    return typeAnswer(type, entities, isBare(request));
  }

  @Get(['attrs', 'attrs/value'])
  async attributes(@Sent() request: NgsiRequest, @Below() context: ReadContext): Promise<Answer> {
    return attributesAnswer(await this.reads.read(context, {}, this.queryOf(request)), isBare(request));
  }

  @Get(['attrs/:attr', 'attrs/:attr/value'])
  async attributeOfTypes(
    @PathPart('attr') attr: string,
    @Sent() request: NgsiRequest,
    @Below() context: ReadContext,
  ): Promise<Answer> {
    const entities = await this.reads.read(context, { attr }, this.queryOf(request));
    return attributeOfTypesAnswer(attr, entities, isBare(request));
  }

  @Get('entities')
  async entities(@Sent() request: NgsiRequest, @Below() context: ReadContext): Promise<Answer> {
    return entitiesAnswer(await this.reads.lastChanges(context, this.queryOf(request)));
  }

  @Delete('entities/:id')
  @HttpCode(204)
  async removeEntity(
    @PathPart('id') id: string,
    @Sent() request: NgsiRequest,
    @Below() context: ReadContext,
  ): Promise<Answer> {
    await this.reads.remove(context, { id }, this.queryOf(request));
    return NO_CONTENT;
  }

  @Delete('types/:type')
  @HttpCode(204)
  async removeType(
    @PathPart('type') type: string,
    @Sent() request: NgsiRequest,
    @Below() context: ReadContext,
  ): Promise<Answer> {
    await this.reads.remove(context, { type }, this.queryOf(request));
    return NO_CONTENT;
  }

  /** Subscriptions of old set-ups still notify: what they bring is kept already. */
  @Post('notify')
  @HttpCode(200)
  notify(): string {
    return '';
  }

  private queryOf({ url }: NgsiRequest): QlQuery {
    return parseQlQuery(url, this.reads.page);
  }
}
