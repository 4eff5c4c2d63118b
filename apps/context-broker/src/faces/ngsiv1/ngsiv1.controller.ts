import { Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import type { ContextElement, QueryContext, UpdateContext } from '@smart-city/ngsiv1';
import type { ReadContext, WriteContext } from '../../context/request-context';
import type { Answer } from '../../http/answer';
import { PathPart, Reading, Writing } from '../../http/parameters';
import { ForClients, ServicePaths } from '../../http/route-facts';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import {
  attributeAnswer,
  deleteEntityAnswer,
  queryContextAnswer,
  updateContextAnswer,
  updateEntityAnswer,
} from './ngsiv1-answers';
import { TellsFaults } from './ngsiv1-fault.filter';
import { Ngsiv1OperationsService } from './ngsiv1-operations.service';
import {
  ElementWithBody,
  NamedElement,
  QueryContextBody,
  UpdateContextBody,
  UrlSays,
  type Ngsiv1Parameters,
} from './ngsiv1.parameters';

/** The operations of NGSIv1 that were kept until 4.0.0. */
@Controller()
@ForClients()
export class Ngsiv1Controller {
  constructor(
    private readonly operations: Ngsiv1OperationsService,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  @Post(['/v1/updateContext', '/ngsi10/updateContext'])
  @ServicePaths('root')
  @TellsFaults({ parsing: 'errorCode', store: 'errorCode' })
  async updateContext(
    @Writing() context: WriteContext,
    @UpdateContextBody() update: UpdateContext,
    @UrlSays() parameters: Ngsiv1Parameters,
  ): Promise<Answer> {
    return updateContextAnswer(await this.operations.update(context, update, parameters), parameters);
  }

  @Post(['/v1/queryContext', '/ngsi10/queryContext'])
  @TellsFaults({ parsing: 'errorCode', store: 'orionError' })
  async queryContext(
    @Reading() context: ReadContext,
    @QueryContextBody() query: QueryContext,
    @UrlSays() parameters: Ngsiv1Parameters,
  ): Promise<Answer> {
    for (const filter of query.ignored)
      this.log.warn(`a filter of an NGSIv1 query has no effect: ${filter}`, context.request.log);
    return queryContextAnswer(await this.operations.query(context, query, parameters), parameters);
  }

  @Put('/v1/contextEntities/:id')
  @ServicePaths('root')
  @TellsFaults({ parsing: 'orionError', store: 'errorCode' })
  async updateEntity(
    @Writing() context: WriteContext,
    @ElementWithBody() element: ContextElement,
    @UrlSays() parameters: Ngsiv1Parameters,
  ): Promise<Answer> {
    const response = await this.operations.updateOne(context, 'update', element, parameters);
    return updateEntityAnswer(response, parameters);
  }

  @Delete('/v1/contextEntities/:id')
  @ServicePaths('root')
  @TellsFaults({ parsing: 'errorCode', store: 'errorCode' })
  async deleteEntity(
    @Writing() context: WriteContext,
    @NamedElement() element: ContextElement,
    @UrlSays() parameters: Ngsiv1Parameters,
  ): Promise<Answer> {
    return deleteEntityAnswer(await this.operations.updateOne(context, 'delete', element, parameters));
  }

  @Get('/v1/contextEntities/:id/attributes/:name')
  @TellsFaults({ parsing: 'errorCode', store: 'statusCode' })
  async attribute(
    @PathPart('id') id: string,
    @PathPart('name') name: string,
    @Reading() context: ReadContext,
    @UrlSays() parameters: Ngsiv1Parameters,
  ): Promise<Answer> {
    return attributeAnswer(id, await this.operations.attribute(context, id, name, parameters), parameters);
  }
}
