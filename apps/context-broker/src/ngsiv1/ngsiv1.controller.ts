import { Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import {
  parsePayload,
  parseQueryContext,
  parseUpdateAttributes,
  parseUpdateContext,
  type ContextElement,
  type Ngsiv1ParseOptions,
} from '@smart-city/ngsi';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import type { Answer } from '../http/answer';
import { Asked } from '../http/from-request.decorator';
import { NgsiRequest } from '../http/ngsi-request';
import { LOG, type BrokerLog } from '../logs/broker-log';
import {
  attributeAnswer,
  deleteEntityAnswer,
  ngsiv1FaultAnswer,
  queryContextAnswer,
  updateContextAnswer,
  updateEntityAnswer,
  type FaultShapes,
} from './ngsiv1-answers';
import { Ngsiv1OperationsService } from './ngsiv1-operations.service';
import { readNgsiv1Parameters, type Ngsiv1Parameters } from './ngsiv1-parameters';

const UPDATE_FAULTS: FaultShapes = { parsing: 'errorCode', store: 'errorCode' };
const QUERY_FAULTS: FaultShapes = { parsing: 'errorCode', store: 'orionError' };
const PUT_FAULTS: FaultShapes = { parsing: 'orionError', store: 'errorCode' };
const ATTRIBUTE_FAULTS: FaultShapes = { parsing: 'errorCode', store: 'statusCode' };

/** The operations of NGSIv1 that were kept until 4.0.0. */
@Controller()
export class Ngsiv1Controller {
  private readonly parsing: Ngsiv1ParseOptions;

  constructor(
    private readonly operations: Ngsiv1OperationsService,
    @Inject(LOG) private readonly log: BrokerLog,
    @Inject(OPTIONS) { strictNgsiv1Ids }: BrokerOptions,
  ) {
    this.parsing = { strictIds: strictNgsiv1Ids };
  }

  @Post(['/v1/updateContext', '/ngsi10/updateContext'])
  updateContext(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, UPDATE_FAULTS, async (parameters) => {
      const update = parseUpdateContext(parsePayload(ngsi.body), this.parsing);
      return updateContextAnswer(await this.operations.update(ngsi, update, parameters), parameters);
    });
  }

  @Post(['/v1/queryContext', '/ngsi10/queryContext'])
  queryContext(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, QUERY_FAULTS, async (parameters) => {
      const query = parseQueryContext(parsePayload(ngsi.body));
      for (const filter of query.ignored)
        this.log.warn(`a filter of an NGSIv1 query has no effect: ${filter}`, ngsi.log);
      const found = await this.operations.query(ngsi, query, parameters);
      return queryContextAnswer(found, parameters, ngsi.parameters.offset);
    });
  }

  @Put('/v1/contextEntities/:id')
  updateEntity(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, PUT_FAULTS, async (parameters) => {
      const attributes = parseUpdateAttributes(parsePayload(ngsi.body), this.parsing);
      const element = { ...identity(ngsi), attributes };
      return updateEntityAnswer(
        await this.operations.updateOne(ngsi, 'update', element, parameters),
        parameters,
      );
    });
  }

  @Delete('/v1/contextEntities/:id')
  deleteEntity(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, UPDATE_FAULTS, async (parameters) => {
      const element = { ...identity(ngsi), attributes: [] };
      return deleteEntityAnswer(await this.operations.updateOne(ngsi, 'delete', element, parameters));
    });
  }

  @Get('/v1/contextEntities/:id/attributes/:name')
  attribute(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, ATTRIBUTE_FAULTS, async (parameters) => {
      const { id } = identity(ngsi);
      const found = await this.operations.attribute(ngsi, id, ngsi.pathPart('name'), parameters);
      return attributeAnswer(id, found, parameters);
    });
  }

  private async answer(
    request: NgsiRequest,
    shapes: FaultShapes,
    operation: (parameters: Ngsiv1Parameters) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await operation(readNgsiv1Parameters(request));
    } catch (error) {
      return ngsiv1FaultAnswer(request, error, shapes);
    }
  }
}

const identity = (request: NgsiRequest): Omit<ContextElement, 'attributes'> => ({
  id: request.pathPart('id'),
  type: request.parameter('entity::type') ?? '',
  isPattern: '',
});
