import { Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import {
  parseQueryContext,
  parseUpdateAttributes,
  parseUpdateContext,
  type Ngsiv1ParseOptions,
} from '@smart-city/ngsi';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import type { Answer } from '../http/answer';
import { Asked } from '../http/from-request.decorator';
import { NgsiRequest } from '../http/ngsi-request';
import {
  attributeAnswer,
  deleteEntityAnswer,
  ngsiv1FaultAnswer,
  queryContextAnswer,
  readBody,
  updateContextAnswer,
  updateEntityAnswer,
} from './ngsiv1-answers';
import { Ngsiv1OperationsService } from './ngsiv1-operations.service';
import { readNgsiv1Parameters, type Ngsiv1Parameters } from './ngsiv1-parameters';
import { Ngsiv1Use } from './ngsiv1-use';

const ID_AT = 2;
const NAME_AT = 4;

/** The operations of NGSIv1 that were kept until 4.0.0. Spec section 16. */
@Controller()
export class Ngsiv1Controller {
  private readonly parsing: Ngsiv1ParseOptions;

  constructor(
    private readonly operations: Ngsiv1OperationsService,
    private readonly use: Ngsiv1Use,
    @Inject(OPTIONS) { strictNgsiv1Ids }: BrokerOptions,
  ) {
    this.parsing = { strictIds: strictNgsiv1Ids };
  }

  @Post(['/v1/updateContext', '/ngsi10/updateContext'])
  updateContext(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, async (shown) =>
      updateContextAnswer(
        await this.operations.update(ngsi, parseUpdateContext(readBody(ngsi), this.parsing)),
        shown,
      ),
    );
  }

  @Post(['/v1/queryContext', '/ngsi10/queryContext'])
  queryContext(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, async (shown) => {
      const found = await this.operations.query(ngsi, parseQueryContext(readBody(ngsi), this.parsing), shown);
      return queryContextAnswer(found, shown, ngsi.parameters.offset);
    });
  }

  @Put('/v1/contextEntities/:id')
  updateEntity(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, async (shown) => {
      const attributes = parseUpdateAttributes(readBody(ngsi), this.parsing);
      return updateEntityAnswer(
        await this.operations.updateOne(ngsi, 'update', { ...identity(ngsi), attributes }),
        shown,
      );
    });
  }

  @Delete('/v1/contextEntities/:id')
  deleteEntity(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, async () =>
      deleteEntityAnswer(
        await this.operations.updateOne(ngsi, 'delete', { ...identity(ngsi), attributes: [] }),
      ),
    );
  }

  @Get('/v1/contextEntities/:id/attributes/:name')
  attribute(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.answer(ngsi, async (shown) => {
      const { id } = identity(ngsi);
      const found = await this.operations.query(
        ngsi,
        { selectors: [{ ids: [id] }], attributes: [ngsi.components[NAME_AT]!] },
        shown,
      );
      return attributeAnswer(id, found, shown);
    });
  }

  private async answer(
    request: NgsiRequest,
    operation: (shown: Ngsiv1Parameters) => Promise<Answer>,
  ): Promise<Answer> {
    const answer = await this.outcome(request, operation);
    this.use.answered(request, answer);
    return answer;
  }

  private async outcome(
    request: NgsiRequest,
    operation: (shown: Ngsiv1Parameters) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await operation(readNgsiv1Parameters(request));
    } catch (error) {
      return ngsiv1FaultAnswer(request, error);
    }
  }
}

function identity(request: NgsiRequest): {
  readonly id: string;
  readonly type: string;
  readonly isPattern: false;
} {
  return { id: request.components[ID_AT]!, type: request.parameter('entity::type') ?? '', isPattern: false };
}
