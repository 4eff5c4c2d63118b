import type { ForwardContext } from './forward-context';
import type { ForwardingEvents } from './forwarding-events';
import type { Say } from './in-turn';
import { LoopGuard } from './loop-guard';
import type { ProviderClient } from './provider-client';
import { providerEndpoint } from './provider-endpoint';
import type { ProviderPage } from './provider-page';
import type { ProviderQuery, ProviderTarget, ProviderUpdate } from './provider-request';
import type { Answered, ProviderWire, ProviderWires } from './provider-wire';
import type { ForwardedAnswer } from './seen-answer';
import type { UpdateAnswer } from './update-answer';
import type { WireRequest } from './wire-request';

const NO_ANSWER: ForwardedAnswer = { entities: [], count: 0 };

/** Asks one provider, in the language it speaks, and reads its answer. What there is to log goes through `say`, in its turn. */
export class ProviderCalls {
  private readonly loops = new LoopGuard();

  constructor(
    private readonly client: ProviderClient,
    private readonly events: ForwardingEvents,
    private readonly wires: Pick<ProviderWires, 'find'>,
  ) {}

  /** A provider that fails has nothing. */
  async query(
    context: ForwardContext,
    query: ProviderQuery,
    page: ProviderPage,
    say: Say,
  ): Promise<ForwardedAnswer> {
    const protocol = this.wireTo(context, query, say);
    if (protocol === undefined) return NO_ANSWER;
    if (protocol.isDeprecated) say(() => this.events.legacyUsed(context, query, 'query'));
    const wire = protocol.renderQuery(query, page);
    const answer = await this.send(context, query, wire, say);
    if (answer === undefined) return NO_ANSWER;
    const entities = protocol.readQuery(answer);
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

  async update(context: ForwardContext, update: ProviderUpdate, say: Say): Promise<UpdateAnswer> {
    const protocol = this.wireTo(context, update, say);
    if (protocol === undefined) return { kind: 'failed', fault: 'unreachable' };
    if (protocol.isDeprecated) say(() => this.events.legacyUsed(context, update, 'update'));
    const wire = protocol.renderUpdate(update);
    const answer = await this.send(context, update, wire, say);
    if (answer === undefined) return { kind: 'failed', fault: 'unreachable' };
    const outcome = protocol.readUpdate(answer);
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

  /** Undefined where no face of this broker speaks the protocol of the provider. */
  private wireTo(context: ForwardContext, { provider }: ProviderTarget, say: Say): ProviderWire | undefined {
    const { url, protocol } = provider;
    const wire = this.wires.find(protocol);
    if (wire === undefined)
      say(() => this.events.failed(context, url, `no interface of this broker speaks ${protocol}`));
    return wire;
  }

  /** Undefined when there is no answer: unreachable, too slow, too large, or part of a loop. */
  private async send(
    context: ForwardContext,
    { provider, registrationId }: ProviderTarget,
    wire: WireRequest,
    say: Say,
  ): Promise<Answered | undefined> {
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
