import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { TestNotifications } from '../notifications/test-notifications';
import { SubscriptionsService } from '../subscriptions/subscriptions.service';
import { ConsoleAccess } from './console-access';
import { FormTokens } from './form-tokens';
import { PageFault } from './page-fault';
import { Visit } from './visit';

type Action = (visit: Visit, id: string) => Promise<unknown>;

/** What the forms of a subscription's page do: pause, resume, send a test. */
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
      ['pause', ({ tenant }, id) => this.subscriptions.changeStatus(tenant, id, 'inactive')],
      ['resume', ({ tenant }, id) => this.subscriptions.changeStatus(tenant, id, 'active')],
      ['test', (visit, id) => tests.send(contextIn(visit), id)],
    ]);
  }

  /**
   * @returns back to the page of the subscription, which says what was done
   * @throws NgsiError  403 for a form that was not made here or a person who may not, 404, 400
   */
  async act(page: string, request: NgsiRequest): Promise<Answer> {
    if (page !== 'subscription') throw new PageFault('NotFound', 'fault.form', { name: page });
    const visit = Visit.ofForm(request, this.options.multiservice);
    this.forms.check(request, visit.text('form'));
    const id = visit.text('id').toLowerCase();
    const name = visit.text('action');
    const action = this.actions.get(name);
    if (action === undefined) throw new PageFault('BadRequest', 'fault.action');
    await this.access.requireChange(visit, `/v2/subscriptions/${id}`);
    await action(visit, id);
    return new Answer(303, '', ['Location', visit.link('subscription', { id, done: name })]);
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
