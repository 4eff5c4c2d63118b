import { Controller, Get } from '@nestjs/common';
import { jsonAnswer, type Answer } from '../../../http/answer';
import { ForClients } from '../../../http/route-facts';
import { PRODUCT_VERSION } from '../../../version';

const LINKS = {
  entities_url: '/v2/entities',
  notify_url: '/v2/notify',
  types_url: '/v2/types',
  attributes_url: '/v2/attrs',
};

/** What QuantumLeap says of itself. */
@Controller('/ql')
@ForClients()
export class QuantumLeapServiceController {
  @Get('v2')
  links(): Answer {
    return jsonAnswer(JSON.stringify(LINKS));
  }

  @Get('version')
  version(): Answer {
    return jsonAnswer(JSON.stringify({ version: PRODUCT_VERSION }));
  }

  @Get('health')
  health(): Answer {
    return jsonAnswer('{"status":"pass"}');
  }
}
