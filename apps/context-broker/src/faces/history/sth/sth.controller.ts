import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Delete, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { csvHeaders } from '@smart-city/lists';
import { errorMessage } from '@smart-city/service';
import type { ReadContext } from '../../../context/request-context';
import { FileAnswer, NO_CONTENT, type Answer } from '../../../http/answer';
import { fromRequest, PathPart, Reading } from '../../../http/parameters';
import { ForClients, HoldsToGrants } from '../../../http/route-facts';
import { LOG, type BrokerLog } from '../../../logs/broker-log';
import { HistoryFault } from '../history-fault';
import { contextAnswer, valuesAnswer } from './sth-answers';
import { parseSthQuery } from './sth-query';
import { SthReadsService, type SthAttribute, type SthValues } from './sth-reads.service';

/** The attribute of `/STH/v2`, whose type is a URL parameter. @throws HistoryFault  400 without it */
const Attribute = fromRequest((request): SthAttribute => {
  const type = request.parameter('type');
  if (type === undefined) throw new HistoryFault(400, '"type" is required', 'query', ['type']);
  return { id: request.pathPart('id'), type, attr: request.pathPart('attr') };
});

const ContextAttribute = fromRequest((request): SthAttribute => ({
  id: request.pathPart('id'),
  type: request.pathPart('type'),
  attr: request.pathPart('attr'),
}));

const Url = fromRequest((request) => request.url);

/** The operations of STH-Comet. */
@Controller('/STH')
@ForClients()
@HoldsToGrants()
export class SthController {
  constructor(
    private readonly reads: SthReadsService,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  @Get('v2/entities/:id/attrs/:attr')
  attribute(
    @Attribute() attribute: SthAttribute,
    @Url() url: string,
    @Reading() context: ReadContext,
  ): Promise<Answer> {
    return this.answer(context, attribute, url, (_, values) => valuesAnswer(values));
  }

  @Get('v1/contextEntities/type/:type/id/:id/attributes/:attr')
  contextAttribute(
    @ContextAttribute() attribute: SthAttribute,
    @Url() url: string,
    @Reading() context: ReadContext,
  ): Promise<Answer> {
    return this.answer(context, attribute, url, contextAnswer);
  }

  @Delete('v1/contextEntities')
  @HttpCode(204)
  removeAll(@Reading() context: ReadContext): Promise<Answer> {
    return this.remove(context, {});
  }

  @Delete('v1/contextEntities/type/:type/id/:id')
  @HttpCode(204)
  removeEntity(
    @PathPart('type') type: string,
    @PathPart('id') id: string,
    @Reading() context: ReadContext,
  ): Promise<Answer> {
    return this.remove(context, { id, type });
  }

  @Delete('v1/contextEntities/type/:type/id/:id/attributes/:attr')
  @HttpCode(204)
  removeAttribute(
    @ContextAttribute() attribute: SthAttribute,
    @Reading() context: ReadContext,
  ): Promise<Answer> {
    return this.remove(context, attribute);
  }

  /** Subscriptions of old set-ups still notify: what they bring is kept already. */
  @Post('notify')
  @HttpCode(200)
  notify(): string {
    return '';
  }

  private async answer(
    context: ReadContext,
    attribute: SthAttribute,
    url: string,
    answerOf: (attribute: SthAttribute, values: SthValues) => Answer,
  ): Promise<Answer> {
    const query = parseSthQuery(url, this.reads.page);
    if (query.kind !== 'csv') return answerOf(attribute, await this.reads.values(context, attribute, query));
    const { 'Content-Type': type, ...headers } = csvHeaders(attribute.attr.replaceAll(/[^\w.-]/g, '_'));
    const lines = await this.reads.lines(context, attribute, query);
    return new FileAnswer(type, Object.entries(headers).flat(), (body) => {
      pipeline(Readable.from(lines), body).catch((error: unknown) =>
        this.log.warn(`a file of history was broken off (${errorMessage(error)})`, context.request.log),
      );
    });
  }

  private async remove(context: ReadContext, attribute: Partial<SthAttribute>): Promise<Answer> {
    await this.reads.remove(context, attribute);
    return NO_CONTENT;
  }
}
