import type { EntityQuery } from '@smart-city/ngsi';
import type { ReadContext } from '../context/request-context';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import type { ShownAs } from './representation';

/** Lists that go on: what changes of the entities that a query selects. */
export interface LiveLists {
  /**
   * The answer that tells of changes from now on, or from the event on that the request names. Order, paging and count of
   * the query say nothing here.
   *
   * @throws NgsiError  406, 429, 503
   */
  follow(request: NgsiRequest, context: ReadContext, query: EntityQuery, shown: ShownAs): Answer;
}

/** Injection token of {@link LiveLists}; optional. */
export const LIVE_LISTS = 'context-broker.live-lists';
