import { Inject, Injectable } from '@nestjs/common';
import type { EntityChange, EntityRewrite, RewriteResult } from '@smart-city/context';
import { correlatorRoot } from '@smart-city/logging';
import type { RequestContext } from '../../context/request-context';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { ChangeListeners } from '../changes/change-listeners';
import { withinRewriteGrants } from '../grants/granted-rewrites';
import { withoutLoops } from '../changes/without-loops';

/** The door for writes that know an entity by its id alone and have rules of their own: asks the store, and hands the changes on. */
@Injectable()
export class EntityRewritesService {
  constructor(
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly listeners: ChangeListeners,
  ) {}

  /**
   * Applies rewrites in order to the tenant of the request; each is atomic, later ones see earlier ones, a failed one stops
   * nothing. The correlator of the request is stored unless a rewrite says otherwise.
   *
   * @returns one result per rewrite, once everything that is done is durable
   */
  async apply<F>(
    request: RequestContext,
    rewrites: readonly EntityRewrite<F>[],
  ): Promise<readonly RewriteResult<F>[]> {
    const correlator = correlatorRoot(request.correlator);
    const { grants } = request;
    const asked = grants === undefined ? rewrites : rewrites.map((one) => withinRewriteGrants(grants, one));
    const { accompanying, told } = this.listeners;
    const results = await this.store.rewrite(
      request.tenant,
      asked.map((rewrite) => ({ correlator, ...rewrite })),
      accompanying && ((changes) => accompanying.accompany(this.news(changes, request), request)),
    );
    const changes = results.flatMap((result) => (result.kind === 'done' ? [result.change] : []));
    const news = this.news(changes, request);
    if (news.length > 0) await told?.onChanges(news, request);
    await accompanying?.room?.(request.tenant);
    if (request.options.has('flowControl'))
      for (const listener of [accompanying, told]) await listener?.settle?.(request);
    return results;
  }

  private news(changes: readonly EntityChange[], request: RequestContext): readonly EntityChange[] {
    return request.attrsFormat === 'custom' ? withoutLoops(changes, request, this.log) : changes;
  }
}
