import { setTimeout as delay } from 'node:timers/promises';
import type { FlowControl } from '../../cli/notification-mode';
import type { RequestContext } from '../../context/request-context';
import type { DeliveryQueue } from './delivery-queue';

/**
 * `-notifFlowControl`: a request with `options=flowControl` is answered once the queue of its service has come down to what
 * the gauge says of its own notifications: with 1 all of them must have left the queue, with 0 none.
 */
export class FlowGate {
  /** What the queue has to come down to. */
  private readonly targets = new WeakMap<RequestContext, number>();

  constructor(
    private readonly flow: FlowControl | undefined,
    private readonly queue: Pick<DeliveryQueue, 'sizeFor'>,
  ) {}

  /** To be told before its notifications are queued. */
  note(request: RequestContext, notifications: number): void {
    if (this.flow === undefined || !request.options.has('flowControl')) return;
    const size = this.queue.sizeFor(request.service);
    this.targets.set(request, size + (1 - this.flow.gauge) * notifications);
  }

  /** Resolves when the request may be answered; it is waited for in steps, at most for the configured time. */
  async passed(request: RequestContext): Promise<void> {
    const target = this.targets.get(request);
    if (this.flow === undefined || target === undefined) return;
    const deadline = performance.now() + this.flow.maxIntervalMs;
    while (this.queue.sizeFor(request.service) > target && performance.now() < deadline)
      await delay(Math.max(1, this.flow.stepDelayMs));
  }
}
