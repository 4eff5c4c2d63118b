import { Inject, Injectable } from '@nestjs/common';
import { NgsiError } from '@smart-city/context';
import { type SubscriptionStatus } from '@smart-city/ngsiv2';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { TestNotifications } from '../core/notifications/test-notifications';
import { SubscriptionsService } from '../core/subscriptions/subscriptions.service';
import { ConsoleAccess } from './console-access';
import { FormTokens } from './form-tokens';
import { PageFault } from './page-fault';
import { Visit } from './visit';

type Action = (visit: Visit, id: string) => Promise<unknown>;

const STATUSES: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ['pause', 'inactive'],
  ['resume', 'active'],
]);

/** No page has more lines. */
const MOST_MARKED = 100;

/** What the address of a list says, which is shown again afterwards. */
const BACK = ['state', 'words', 'sort', 'size', 'page'];

/** What the forms of a subscription's page and of the list do: pause, resume, send a test. */
@Injectable()
export class SubscriptionActions {
  private readonly actions: ReadonlyMap<string, Action>;

  constructor(
    private readonly access: ConsoleAccess,
    private readonly forms: FormTokens,
    private readonly subscriptions: SubscriptionsService,
    tests: TestNotifications,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
  ) {
    this.actions = new Map<string, Action>([
      ...[...STATUSES].map(
        ([name, status]) =>
          [
            name,
            ({ tenant }: Visit, id: string) => this.subscriptions.changeStatus(tenant, id, status),
          ] as const,
      ),
      ['test', (visit, id) => tests.send(contextIn(visit), id)],
    ]);
  }

  /**
   * @returns back to the page of the subscription, or the list of those that were marked, which says what was done
   * @throws NgsiError  403 for a form that was not made here or a person who may not, 404, 400
   */
  async act(page: string, request: NgsiRequest): Promise<Answer> {
    if (page !== 'subscription') throw new PageFault('NotFound', 'fault.form', { name: page });
    const visit = Visit.ofForm(request, this.options.multiservice);
    this.forms.check(request, visit.text('form'));
    if (visit.parameters.has('several')) return this.actOnMarked(visit);
    const id = visit.text('id').toLowerCase();
    const name = visit.text('action');
    const action = this.actions.get(name);
    if (action === undefined) throw new PageFault('BadRequest', 'fault.action');
    await this.access.requireChange(visit, `/v2/subscriptions/${id}`);
    await action(visit, id);
    return new Answer(303, '', ['Location', visit.link('subscription', { id, done: name })]);
  }

  /** Nothing is done unless all of it is permitted. What is gone meanwhile is counted apart. */
  private async actOnMarked(visit: Visit): Promise<Answer> {
    const name = visit.text('several');
    const status = STATUSES.get(name);
    const ids = [...new Set(visit.parameters.getAll('marked').map((id) => id.toLowerCase()))];
    if (status === undefined || ids.length > MOST_MARKED) throw new PageFault('BadRequest', 'fault.action');
    for (const id of ids) await this.access.requireChange(visit, `/v2/subscriptions/${id}`);
    let changed = 0;
    for (const id of ids) if (await this.isChanged(visit.tenant, id, status)) changed++;
    const back = Object.fromEntries(BACK.map((parameter) => [parameter, visit.text(parameter)]));
    const done = { done: name, changed, missing: ids.length - changed };
    return new Answer(303, '', ['Location', visit.link('subscriptions', { ...back, ...done })]);
  }

  private async isChanged(tenant: string, id: string, status: SubscriptionStatus): Promise<boolean> {
    try {
      await this.subscriptions.changeStatus(tenant, id, status);
      return true;
    } catch (fault) {
      if (fault instanceof NgsiError && fault.status === 404) return false;
      throw fault;
    }
  }
}

/** The request as if it had come with the service of the visit in its headers. */
function contextIn({ request, tenant }: Visit): NgsiRequest {
  return Object.create(request, {
    tenant: { value: tenant },
    service: { value: tenant },
    servicePaths: { value: undefined },
    authToken: { value: undefined },
  }) as NgsiRequest;
}
