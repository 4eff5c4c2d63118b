import type { ReadContext, WriteContext } from '../../../context/request-context';
import type { ForwardedItem, ForwardedQuery, Forwarding, ForwardItem } from '../../entities/forwarding-port';
import type { EntityPage } from '../../../storage/entity-store';
import type { RegistrationCache } from '../registration-cache';
import type { ForwardContext } from './forward-context';
import type { ForwardingEvents } from './forwarding-events';
import { forwardedItem } from './forwarded-item';
import { inParallel } from './in-parallel';
import { InTurn } from './in-turn';
import { candidates } from './matching';
import { mergeEntities } from './merge';
import { planQuery } from './plan-query';
import { planUpdate } from './plan-update';
import type { ProviderCalls } from './provider-calls';
import { providerPage, type ProviderPage } from './provider-page';
import type { ProviderQuery, ProviderUpdate } from './provider-request';
import { seenAnswer, type ForwardedAnswer } from './seen-answer';
import type { UpdateAnswer } from './update-answer';

/** Providers asked at the same time for one request of a client. */
const MOST_AT_ONCE = 50;

/**
 * Asks context providers on behalf of the read and write doors. Providers are asked at the same time, so a request
 * takes as long as its slowest provider; each has its own time limit, and one that fails costs its own part only. What
 * there is to log of them comes in the order of the registrations all the same.
 */
export class ForwardingService implements Forwarding {
  readonly mayForward: Forwarding['mayForward'];
  readonly mayForwardQuery: Forwarding['mayForwardQuery'];
  readonly learn: Forwarding['learn'];

  constructor(
    private readonly registrations: RegistrationCache,
    private readonly calls: ProviderCalls,
    private readonly events: Pick<ForwardingEvents, 'started'>,
    /** `-cprForwardLimit`: requests to providers for one request of a client. */
    private readonly forwardLimit: number,
  ) {
    this.mayForward = registrations.mayHaveSome;
    this.learn = registrations.learn;
    this.mayForwardQuery = forwardLimit > 0 ? registrations.mayHaveSome : () => false;
  }

  async forwardQuery(
    { request, tenancy }: ReadContext,
    query: ForwardedQuery,
    local: EntityPage,
  ): Promise<EntityPage> {
    const context: ForwardContext = { request, ...tenancy };
    const index = await this.registrations.get(context.tenant);
    if (index.isEmpty) return local;
    const fitting = candidates(
      index.ofSelectors(query.selectors),
      'query',
      context.servicePaths,
      Date.now() / 1000,
    );
    const queries = planQuery(fitting, query, local.entities).slice(0, this.forwardLimit);
    if (queries.length === 0) return local;
    this.events.started(context);
    const answers = (await this.ask(context, queries, providerPage(query, local))).map((answer, at) =>
      seenAnswer(answer, queries[at]!, query.seenOf),
    );
    const merged = mergeEntities(
      local.entities,
      answers.map((answer) => answer.entities),
      query.selectors,
    );
    const entities = merged.slice(0, Math.max(query.limit, local.entities.length));
    if (local.count === undefined) return { entities };
    return { entities, count: answers.reduce((sum, { count }) => sum + count, local.count) };
  }

  /**
   * Asks all providers at the same time. Only behind the first page one waits for the other: what a provider is to skip
   * depends on how much those before it have.
   */
  private async ask(
    context: ForwardContext,
    queries: readonly ProviderQuery[],
    page: ProviderPage,
  ): Promise<readonly ForwardedAnswer[]> {
    const turns = new InTurn();
    if (page.offset === 0)
      return inParallel(queries, MOST_AT_ONCE, (query, at) =>
        turns.run(at, (say) => this.calls.query(context, query, page, say)),
      );
    const answers: ForwardedAnswer[] = [];
    let rest = page;
    for (const query of queries) {
      const answer = await this.calls.query(context, query, rest, (saying) => saying());
      answers.push(answer);
      rest = {
        limit: Math.max(0, rest.limit - answer.entities.length),
        offset: Math.max(0, rest.offset - answer.count),
      };
    }
    return answers;
  }

  async forwardUpdates(
    { request, tenancy }: WriteContext,
    items: readonly ForwardItem[],
  ): Promise<readonly ForwardedItem[]> {
    const context: ForwardContext = {
      request,
      tenant: tenancy.tenant,
      servicePaths: [{ path: tenancy.servicePath, subtree: false }],
    };
    const index = await this.registrations.get(context.tenant);
    const fitting = candidates(
      index.ofIds(items.map(({ ref }) => ref.id)),
      'update',
      context.servicePaths,
      Date.now() / 1000,
    );
    const { updates, assignments } = planUpdate(fitting, items);
    if (updates.length > 0 && this.forwardLimit > 0) this.events.started(context);
    const turns = new InTurn();
    const answers = await inParallel<ProviderUpdate, UpdateAnswer>(updates, MOST_AT_ONCE, (update, at) =>
      at < this.forwardLimit
        ? turns.run(at, (say) => this.calls.update(context, update, say))
        : { kind: 'unasked' },
    );
    return items.map((item, at) => forwardedItem(item, assignments[at]!, answers));
  }
}
