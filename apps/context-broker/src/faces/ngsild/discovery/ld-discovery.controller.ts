import { Controller, Get } from '@nestjs/common';
import type { AtHand } from '../../../context/at-hand';
import type { Answer } from '../../../http/answer';
import { ForClients } from '../../../http/route-facts';
import { LdAnswers } from '../ld-answers';
import { Call, operation, shownContext, type LdCall } from '../ld-call';
import { JSON_MEDIA_TYPE } from '../negotiate';
import { LdDiscoveryService } from './ld-discovery.service';
import { sourceIdentity } from './source-identity';

const LIST = operation('details', 'local');
const ONE = operation('local');
const IDENTITY = operation();

/** Routes of discovery: types, attributes, and the broker itself (GS CIM 009 §6.25 to 6.28, 6.33). */
@Controller('/ngsi-ld/v1')
@ForClients()
export class LdDiscoveryController {
  constructor(
    private readonly discovery: LdDiscoveryService,
    private readonly answers: LdAnswers,
  ) {}

  @Get('types')
  types(@Call(LIST) call: LdCall): Promise<Answer> {
    return this.discovery.types(call);
  }

  @Get('types/:type')
  type(@Call(ONE) call: LdCall): Promise<Answer> {
    return this.discovery.type(call);
  }

  @Get('attributes')
  attributes(@Call(LIST) call: LdCall): Promise<Answer> {
    return this.discovery.attributes(call);
  }

  @Get('attributes/:name')
  attribute(@Call(ONE) call: LdCall): Promise<Answer> {
    return this.discovery.attribute(call);
  }

  @Get('info/sourceIdentity')
  identity(@Call(IDENTITY) call: LdCall): AtHand<Answer> {
    const context = shownContext({ given: undefined });
    const linksContext = call.mediaType === JSON_MEDIA_TYPE;
    const identity = sourceIdentity(call.tenant, call.origin, process.uptime(), Date.now());
    const body = JSON.stringify(linksContext ? identity : { ...identity, '@context': context });
    return this.answers.ok(call, body, { context, linksContext });
  }
}
