import { Inject, Injectable } from '@nestjs/common';
import { oldLocationsIn } from '@smart-city/deprecation';
import { correlatorRoot } from '@smart-city/logging';
import type {
  AttributeInput,
  Entity,
  EntityChange,
  EntityRef,
  EntityUpdate,
  UpdateResult,
} from '@smart-city/context';
import { DeprecationLog } from '../../operations/deprecations/deprecation-log';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import type { Accompany } from '../../storage/commit-companion';
import type { Answer } from '../../http/answer';
import type { ChangeListener } from '../changes/change-listener';
import { withoutLoops } from '../changes/without-loops';
import { ChangeListeners, type Accompanying } from '../changes/change-listeners';
import { writeConditionOf } from './conditions/conditions';
import { taggedNoContent } from './conditions/tagged-answers';
import { FORWARDING, type ForwardedOutcome, type Forwarding, type ForwardItem } from './forwarding-port';
import type { RequestContext, WriteContext } from '../../context/request-context';
import { versionedPart } from '../grants/granted-reads';
import { mayUpdateElsewhere, withinWriteGrants } from '../grants/granted-writes';
import type { UpdateOutcome } from './update-outcome';

/** The one door for writes: asks the store, forwards what is not here, hands the changes on. */
@Injectable()
export class EntityUpdatesService {
  constructor(
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly deprecations: DeprecationLog,
    private readonly listeners: ChangeListeners,
    @Inject(FORWARDING) private readonly forwarding: Forwarding,
  ) {}

  /**
   * Applies updates in order; each is atomic, later ones see earlier ones, a failed one stops nothing. What the request says
   * of all of them (`options`, correlator) is added here; an update that says otherwise is taken at its word.
   *
   * @returns one outcome per update, once everything that is done is durable
   */
  async apply(context: WriteContext, asked: readonly EntityUpdate[]): Promise<readonly UpdateOutcome[]> {
    const { options, correlator } = context.request;
    const overrideMetadata = options.has('overrideMetadata');
    const forcedUpdate = options.has('forcedUpdate');
    const ofAll = { overrideMetadata, forcedUpdate, correlator: correlatorRoot(correlator) };
    const all = asked.map((update): EntityUpdate => ({ ...ofAll, ...update }));
    const { grants } = context.request;
    const updates = grants === undefined ? all : withinWriteGrants(grants, context.tenancy.servicePath, all);
    for (const update of updates) {
      const old = oldLocationsIn(update);
      if (old.length > 0) this.deprecations.noteOldLocations(old, context.request);
    }
    const { accompanying, told } = this.listeners;
    const results = await this.store.update(
      context.tenancy,
      updates,
      accompanying && this.accompanyOf(accompanying, context.request),
    );
    const full = told && this.announce(told, context.request, results);
    if (full !== undefined) await full;
    const room = accompanying?.room?.(context.tenancy.tenant);
    if (room !== undefined) await room;
    const outcomes = all.map((update, at) => ({ update, result: results[at]! }));
    const missing = missingHere(context, outcomes);
    const settled =
      missing.length > 0 && this.forwarding.mayForward(context.tenancy.tenant)
        ? await this.forward(this.forwarding, context, outcomes, missing)
        : outcomes;
    if (options.has('flowControl'))
      for (const listener of [accompanying, told]) await listener?.settle?.(context.request);
    return settled;
  }

  /**
   * One update, if the preconditions of the request hold; see {@link apply}.
   *
   * @param faultOf  what is told when it was not done as asked
   * @returns 204 with the tag of the new version, for whoever asks for tags
   * @throws that fault; 400 and 412 of the preconditions
   */
  async applyOne(
    context: WriteContext,
    update: EntityUpdate,
    faultOf: (outcome: UpdateOutcome) => Error | undefined,
  ): Promise<Answer | undefined> {
    const { request } = context;
    const { preconditions, grants } = request;
    const seen = (entity: Entity) => (grants === undefined ? entity : versionedPart(grants, entity));
    const asked =
      preconditions === undefined
        ? update
        : { ...update, precondition: writeConditionOf(preconditions, seen) };
    const [outcome] = await this.apply(context, [asked]);
    const { result, forwarded } = outcome!;
    if (result.kind !== 'done' || result.refused.length > 0 || forwarded) {
      const fault = faultOf(outcome!);
      if (fault) throw fault;
    }
    return request.wantsTag ? taggedNoContent(result, seen) : undefined;
  }

  private accompanyOf(listener: Accompanying, request: RequestContext): Accompany {
    return (changes) => {
      const news = this.withoutLoops(changes, request);
      return news.length === 0 ? undefined : listener.accompany(news, request);
    };
  }

  private announce(
    listener: ChangeListener,
    request: RequestContext,
    results: readonly UpdateResult[],
  ): void | Promise<void> {
    const changes = results.flatMap((result) => (result.kind === 'done' ? result.changes : []));
    const news = this.withoutLoops(changes, request);
    if (news.length > 0) return listener.onChanges(news, request);
  }

  private withoutLoops(changes: readonly EntityChange[], request: RequestContext): readonly EntityChange[] {
    return request.attrsFormat === 'custom' ? withoutLoops(changes, request, this.log) : changes;
  }

  private async forward(
    forwarding: Forwarding,
    context: WriteContext,
    outcomes: readonly UpdateOutcome[],
    missing: readonly MissingHere[],
  ): Promise<readonly UpdateOutcome[]> {
    const items = missing.map(({ at, attrs }): ForwardItem => ({ ref: typedRef(outcomes[at]!), attrs }));
    const answers = await forwarding.forwardUpdates(context, items);
    const settled = [...outcomes];
    answers.forEach(({ matched, updated, failed, attributes }, index) => {
      if (!matched) return;
      const { at } = missing[index]!;
      const outcome = outcomes[at]!;
      const updatedHere = outcome.result.kind === 'done';
      const forwarded: ForwardedOutcome = {
        ref: outcome.update.ref,
        updatedSome: updatedHere || updated.length > 0,
        failed,
        attributes,
      };
      settled[at] = { ...outcome, forwarded };
    });
    return settled;
  }
}

/** Attributes of the outcome at `at` that are not here. */
interface MissingHere {
  readonly at: number;
  readonly attrs: readonly AttributeInput[];
}

/** What there is to ask providers for: of most requests nothing. */
function missingHere(
  { request: { grants }, tenancy }: WriteContext,
  outcomes: readonly UpdateOutcome[],
): readonly MissingHere[] {
  const missing: MissingHere[] = [];
  for (let at = 0; at < outcomes.length; at += 1) {
    const { update, result } = outcomes[at]!;
    if (result.kind === 'done' && result.refused.length === 0) continue;
    // What is here was decided on when it was written.
    const isPermitted =
      grants === undefined ||
      result.kind !== 'entityMissing' ||
      mayUpdateElsewhere(grants, update, tenancy.servicePath);
    const attrs = isPermitted ? missingAttributes(update, result) : [];
    if (attrs.length > 0) missing.push({ at, attrs });
  }
  return missing;
}

/** The entity of an update, with its own type where the request gave none and the entity is here. */
function typedRef({ update: { ref }, result }: UpdateOutcome): EntityRef {
  if (ref.type !== undefined) return ref;
  const change = result.kind === 'done' ? result.changes[0] : undefined;
  const type = result.kind === 'refused' ? result.entityType : (change?.after ?? change?.before)?.type;
  return type === undefined ? ref : { ...ref, type };
}

/** What only a provider can update: attributes that an `update` or `replace` did not find here. None keeps a precondition, or knows metadata alone. */
function missingAttributes(
  { action, attrs, precondition }: EntityUpdate,
  result: UpdateResult,
): readonly AttributeInput[] {
  if (precondition !== undefined || attrs.some(({ onlyMetadata }) => onlyMetadata)) return [];
  if (action !== 'update' && action !== 'replace') return [];
  if (result.kind === 'entityMissing') return attrs;
  if (result.kind !== 'done' && result.kind !== 'refused') return [];
  return attrs.filter(({ name }) => result.refused.includes(name));
}
