import { Injectable } from '@nestjs/common';
import type { Entity } from '@smart-city/context';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import { noteAttempt } from '../subscriptions/subscription-matcher';
import { ownRequest } from '../changes/own-request';
import { Acceptance } from './acceptance';
import { Composer } from './composer';
import type { NotificationContent } from './notification-content';

/** Notifications of entities as they are, without a change that caused them. */
@Injectable()
export class EntityNotifications {
  constructor(
    private readonly composer: Composer,
    private readonly acceptance: Acceptance,
  ) {}

  /**
   * Sends one notification of all the entities; none where there are none.
   *
   * @throws ComposeError  it is too large
   */
  async send(compiled: CompiledSubscription, entities: readonly Entity[]): Promise<void> {
    const [first, ...others] = entities.map((entity): NotificationContent => ({
      entity,
      attrs: [],
      order: [...entity.attrs.keys()],
      metadata: [],
      facts: {},
    }));
    if (first === undefined) return;
    const outgoing = this.composer.compose(compiled, [first, ...others], ownRequest(compiled.tenant));
    noteAttempt(compiled, Date.now() / 1000);
    await this.acceptance.accept([outgoing]);
  }
}
