import { Controller, Get } from '@nestjs/common';
import type { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';
import { ForOperators, AsPage } from '../../http/route-facts';
import { WholeRequest } from '../whole-request';
import { PageChanges } from './page-changes';

/** What pages of entities follow while somebody looks at them. */
@Controller('/admin/console')
@ForOperators()
@AsPage()
export class ChangesController {
  constructor(private readonly changes: PageChanges) {}

  @Get('changes')
  follow(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    return this.changes.follow(request);
  }
}
