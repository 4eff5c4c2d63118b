import { Controller, Get, Inject } from '@nestjs/common';
import { ServiceState } from '@smart-city/service';
import { NgsiError } from '@smart-city/ngsi';
import { jsonAnswer, type Answer } from '../http/answer';
import { ENTITY_STORE, type EntityStore } from '../storage/entity-store';
import { withDeadline } from '../with-deadline';

/** Less than what probes wait. */
const PATIENCE_MS = 2000;
const OK = jsonAnswer('{"status":"ok"}');

/** What orchestrators ask. Beyond the reference; the same paths as the identity manager's. */
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
    if (this.state.isStopping) throw new NgsiError('ServiceUnavailable', 'the broker is stopping');
    try {
      await withDeadline(PATIENCE_MS, this.entities.ping(), 'no answer in time');
      return OK;
    } catch (cause) {
      throw new NgsiError('ServiceUnavailable', 'the database does not answer', { cause });
    }
  }
}
