import type { ForwardedItem, ForwardedQuery, Forwarding, ForwardItem } from '../../entities/forwarding-port';
import type { ReadContext, WriteContext } from '../../context/request-context';
import type { EntityPage } from '../../storage/entity-store';
import type { RegistrationCache } from '../registration-cache';
import type { ForwardContext } from './forward-context';
import type { ForwardingEvents } from './forwarding-events';
import { forwardedItem } from './forwarded-item';
import { inParallel } from './in-parallel';
import { InTurn, type Say } from './in-turn';
import { LoopGuard } from './loop-guard';
import { candidates } from './matching';
import { mergeEntities } from './merge';
import { planQuery } from './plan-query';
import { providerPage, type ProviderPage } from './provider-page';
import { planUpdate } from './plan-update';
import { seenAnswer, type ForwardedAnswer } from './seen-answer';
import type { ProviderAnswer, ProviderClient } from './provider-client';
import type { ProviderQuery, ProviderTarget, ProviderUpdate } from './provider-request';
import type { UpdateAnswer } from './update-answer';
import { renderQueryV1, renderUpdateV1 } from './legacy-request';
import type { LegacyValues } from './legacy-values';
import { readQueryAnswerV1, readUpdateAnswerV1 } from './wire-ngsiv1';
import {
  readQueryAnswerV2,
  readUpdateAnswerV2,
  renderQueryV2,
  renderUpdateV2,
  type WireRequest,
} from './wire-ngsiv2';
import { providerEndpoint } from './provider-endpoint';

/** Providers asked at the same time for one request of a client. */
const MOST_AT_ONCE = 50;

const NO_ANSWER: ForwardedAnswer = { entities: [], count: 0 };

/**
 * Asks context providers on behalf of the read and write doors. Providers are asked at the same time, so a request
 * takes as long as its slowest provider; each has its own time limit, and one that fails costs its own part only. What
 * there is to log of them comes in the order of the registrations all the same.
 */
export class ForwardingService implements Forwarding {
  readonly mayForward: Forwarding['mayForward'];
  private readonly loops = new LoopGuard();

  constructor(
    private readonly registrations: RegistrationCache,
    private readonly client: ProviderClient,
    private readonly events: ForwardingEvents,
    /** `-cprForwardLimit`: requests to providers for one request of a client. */
    private readonly forwardLimit: number,
    private readonly legacyValues: LegacyValues,
  ) {
    this.mayForward = forwardLimit > 0 ? registrations.mayHaveSome : () => false;
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
        turns.run(at, (say) => this.query(context, query, page, say)),
      );
    const answers: ForwardedAnswer[] = [];
    let rest = page;
    for (const query of queries) {
      const answer = await this.query(context, query, rest, (saying) => saying());
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
    if (updates.length > 0) this.events.started(context);
    const turns = new InTurn();
    const answers = await inParallel<ProviderUpdate, UpdateAnswer>(updates, MOST_AT_ONCE, (update, at) =>
      at < this.forwardLimit
        ? turns.run(at, (say) => this.update(context, update, say))
        : { kind: 'failed', fault: 'unreachable' },
    );
    return items.map((item, at) => forwardedItem(item, assignments[at]!, answers));
  }

  private async query(
    context: ForwardContext,
    query: ProviderQuery,
    page: ProviderPage,
    say: Say,
  ): Promise<ForwardedAnswer> {
    const isLegacy = query.provider.legacyForwarding;
    if (isLegacy) say(() => this.events.legacyUsed(context, query, 'query'));
    const wire = isLegacy ? renderQueryV1(query, this.legacyValues) : renderQueryV2(query, page);
    const answer = await this.send(context, query, wire, say);
    if (answer === undefined) return NO_ANSWER;
    const entities = isLegacy
      ? readQueryAnswerV1(answer, this.legacyValues)
      : readQueryAnswerV2(answer.status, answer.body);
    if (entities === undefined) {
      // A provider that has not the entity says 404: that is an answer, if an empty one.
      if (answer.status !== 404)
        say(() =>
          this.events.failed(
            context,
            providerEndpoint(query.provider.url, wire.logPath),
            answer.text === ''
              ? 'context provider response to QueryContext is empty'
              : 'error parsing reply from context provider',
          ),
        );
      return NO_ANSWER;
    }
    return { entities, count: answer.totalCount ?? 0 };
  }

  private async update(context: ForwardContext, update: ProviderUpdate, say: Say): Promise<UpdateAnswer> {
    const isLegacy = update.provider.legacyForwarding;
    if (isLegacy) say(() => this.events.legacyUsed(context, update, 'update'));
    const wire = isLegacy ? renderUpdateV1(update, this.legacyValues) : renderUpdateV2(update);
    const answer = await this.send(context, update, wire, say);
    if (answer === undefined) return { kind: 'failed', fault: 'unreachable' };
    const outcome = isLegacy
      ? readUpdateAnswerV1(answer.body, answer.text === '')
      : readUpdateAnswerV2(answer.status);
    if (outcome.kind === 'failed') {
      const { reason } = outcome;
      const url = providerEndpoint(update.provider.url, wire.logPath);
      say(() => {
        if (reason !== undefined && answer.text !== '') this.events.badAnswer(context, reason);
        this.events.failed(context, url, failureOf(reason, answer.text));
      });
    }
    return outcome;
  }

  /** Undefined when there is no answer: unreachable, too slow, too large, or part of a loop. */
  private async send(
    context: ForwardContext,
    { provider, registrationId }: ProviderTarget,
    wire: WireRequest,
    say: Say,
  ): Promise<Extract<ProviderAnswer, { kind: 'answer' }> | undefined> {
    const correlator = context.request.nextForwardCorrelator();
    const url = providerEndpoint(provider.url, wire.logPath);
    const signature = [context.tenant, context.request.servicePaths?.join(',') ?? '', url, wire.body].join(
      '\n',
    );
    const answer = await this.loops.run(context.request.correlator, signature, () =>
      this.client.post(provider.url, wire, context, correlator),
    );
    if (answer === undefined) {
      say(() => this.events.loopDetected(context, url));
      return undefined;
    }
    const isFailure = answer.kind === 'failure';
    say(() => {
      this.events.forwarded(context, {
        registrationId,
        url,
        correlator,
        requestBody: wire.body,
        responseBody: isFailure ? '' : answer.text,
        code: isFailure ? answer.reason : String(answer.status),
        isError: isFailure,
      });
      if (isFailure)
        this.events.failed(context, url, `forwarding failure for sender-thread: ${answer.reason}`);
      else this.events.recovered(context, url);
    });
    return isFailure ? undefined : answer;
  }
}

/** The alarm's words for an update that a provider did not do. */
function failureOf(reason: string | undefined, answer: string): string {
  if (reason === undefined) return `unexpected response from context provider: ${answer}`;
  if (answer === '') return 'context provider response to UpdateContext is empty';
  return `error parsing reply from context provider: BadRequest (${reason})`;
}
