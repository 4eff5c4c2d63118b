import type { EntityQuery } from '@smart-city/context';
import type { ReadContext } from '../../context/request-context';
import type { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';
import type { ShownAs } from './representation';

/** Lists that go on: what changes of the entities that a query selects. */
export interface LiveLists {
  /**
   * The answer that tells of changes from now on, or from the event on that the request names. Order, paging and count of
   * the query say nothing here.
   *
   * @param remains  asked with enforcement now and then, besides what the request itself needs: false ends it. Must not throw
   * @throws NgsiError  406, 429, 503
   */
  follow(
    request: NgsiRequest,
    context: Pick<ReadContext, 'tenancy'>,
    query: EntityQuery,
    shown: ShownAs,
    remains?: () => Promise<boolean>,
  ): Answer;
}

/** Injection token of {@link LiveLists}; optional. */
export const LIVE_LISTS = 'context-broker.live-lists';
