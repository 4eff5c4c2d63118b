import { Controller, Get, Inject } from '@nestjs/common';
import { ServiceState, unreadyReason } from '@smart-city/service';
import { NgsiError } from '@smart-city/context';
import { jsonAnswer, type Answer } from '../../http/answer';
import { ForClients } from '../../http/route-facts';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { STORE_FACTS, type StoreFacts } from '../../storage/store-facts';

const OK = jsonAnswer('{"status":"ok"}');

const readyAnswer = (damaged: number): Answer =>
  damaged === 0 ? OK : jsonAnswer(`{"status":"ok","damagedDatabases":${damaged}}`);

/** What orchestrators ask. Beyond the original; the same paths as the identity manager's. */
@Controller('/health')
@ForClients()
export class HealthController {
  constructor(
    private readonly state: ServiceState,
    @Inject(ENTITY_STORE) private readonly entities: EntityStore,
    @Inject(STORE_FACTS) private readonly facts: StoreFacts,
  ) {}

  /** The process answers. */
  @Get('live')
  live(): Answer {
    return OK;
  }

  /**
   * Requests should come here: the database answers, takes writes, and no stop has begun. Tenants whose database is damaged are
   * counted; the others are served, so the broker is ready.
   *
   * @throws NgsiError 503
   */
  @Get('ready')
  async ready(): Promise<Answer> {
    const reason = await unreadyReason(this.state, () => this.entities.ping());
    if (reason === undefined) return readyAnswer(this.facts.tenantsSetAside());
    if (reason.kind === 'stopping') throw new NgsiError('ServiceUnavailable', 'the broker is stopping');
    throw new NgsiError('ServiceUnavailable', 'the database does not answer', { cause: reason.cause });
  }
}
