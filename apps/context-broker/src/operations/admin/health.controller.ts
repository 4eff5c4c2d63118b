import { Controller, Get, Inject } from '@nestjs/common';
import { ServiceState, unreadyReason } from '@smart-city/service';
import { NgsiError } from '@smart-city/context';
import { jsonAnswer, type Answer } from '../../http/answer';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';

const OK = jsonAnswer('{"status":"ok"}');

/** What orchestrators ask. Beyond the original; the same paths as the identity manager's. */
@Controller('/health')
export class HealthController {
  constructor(
    private readonly state: ServiceState,
    @Inject(ENTITY_STORE) private readonly entities: EntityStore,
  ) {}

  /** The process answers. */
  @Get('live')
  live(): Answer {
    return OK;
  }

  /** Requests should come here: the database answers and no stop has begun. @throws NgsiError 503 */
  @Get('ready')
  async ready(): Promise<Answer> {
    const reason = await unreadyReason(this.state, () => this.entities.ping());
    if (reason === undefined) return OK;
    if (reason.kind === 'stopping') throw new NgsiError('ServiceUnavailable', 'the broker is stopping');
    throw new NgsiError('ServiceUnavailable', 'the database does not answer', { cause: reason.cause });
  }
}
