import { Controller, Get, Post } from '@nestjs/common';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { PathPart } from '../http/parameters';
import { ForOperators, AsPage } from '../http/route-facts';
import { ConsoleFrame } from './console-frame';
import { WholeRequest } from './whole-request';
import { SubscriptionActions } from './subscription-actions';

/** The pages below `/admin/console`, with `-adminConsole` only. */
@Controller('/admin/console')
@ForOperators()
@AsPage()
export class ConsoleController {
  constructor(
    private readonly frame: ConsoleFrame,
    private readonly actions: SubscriptionActions,
  ) {}

  @Get()
  first(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    return this.frame.page(request, '');
  }

  @Get(':page')
  page(@PathPart('page') name: string, @WholeRequest() request: NgsiRequest): Promise<Answer> {
    return this.frame.page(request, name);
  }

  /** The forms of a page. */
  @Post(':page')
  act(@PathPart('page') name: string, @WholeRequest() request: NgsiRequest): Promise<Answer> {
    return this.frame.answering(request, () => this.actions.act(name, request));
  }
}
