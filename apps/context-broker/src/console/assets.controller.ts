import { Controller, Get } from '@nestjs/common';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { ForOperators, AsPage } from '../http/route-facts';
import { SCRIPT } from '../html/script';
import { STYLESHEET } from '../html/stylesheet';
import { answerAsset } from './answer-page';
import { WholeRequest } from './whole-request';

/** What pages are shown with. */
@Controller('/admin/console')
@ForOperators()
@AsPage()
export class AssetsController {
  @Get('style')
  style(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    return answerAsset(request, STYLESHEET, 'text/css; charset=utf-8');
  }

  @Get('script')
  script(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    return answerAsset(request, SCRIPT, 'text/javascript; charset=utf-8');
  }
}
