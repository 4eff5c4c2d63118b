import { Inject, Injectable, Optional } from '@nestjs/common';
import { NgsiError, type EntityQuery } from '@smart-city/context';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { LIVE_LISTS, type LiveLists } from '../../core/entities/live-port';
import type { ShownAs } from '../../core/entities/representation';
import { noAcceptableType } from '../../http/accept';
import type { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';
import { ConsoleAccess } from '../console-access';
import { searchQuery, readSearch } from '../pages/search-query';
import { SessionDoor } from '../sign-in/session-door';
import { Visit } from '../visit';

/** A page reads anew what it shows: it is told that something changed, nothing of the values. */
const SHOWN: ShownAs = { representation: 'keyValues', attrs: ['dateModified'], metadata: [] };

/** Tells open pages that what they show has changed: a stream of events, as clients read it, for whoever may see the page. */
@Injectable()
export class PageChanges {
  constructor(
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    @Inject(LIVE_LISTS) private readonly live: LiveLists,
    private readonly access: ConsoleAccess,
    @Optional() private readonly door?: SessionDoor,
  ) {}

  /** Where a page follows what it shows; undefined where there are no streams (`-maxStreams 0`). */
  addressOf(visit: Visit, parameters: Parameters<Visit['link']>[1]): string | undefined {
    return this.options.maxStreams === 0 ? undefined : visit.link('changes', parameters);
  }

  /**
   * The stream of such an address. It ends when its reader may read no more, or signs out.
   *
   * @throws NgsiError  400, 403; 406, 429 and 503 as any stream
   */
  async follow(request: NgsiRequest): Promise<Answer> {
    if (!request.accept.acceptance.events) throw noAcceptableType();
    requireOwnPage(request);
    const visit = Visit.of(request, this.options.multiservice);
    const { query, resource } = readFollowed(visit);
    await this.access.requireRead(visit, resource);
    const remains = async () =>
      (this.door?.isIn(request) ?? true) && (await this.access.mayRead(visit, resource));
    const { tenancy } = visit;
    return this.live.follow(request, { tenancy }, query, SHOWN, () => remains().catch(() => false));
  }
}

/** What an address follows (one entity, or what is searched for), and what its reader must be allowed to read. */
function readFollowed(visit: Visit): { readonly query: EntityQuery; readonly resource: string } {
  const search = readSearch(visit);
  const id = visit.text('entity');
  if (id === '') return { query: searchQuery(search, 1, 1), resource: '/v2/entities' };
  const types = [search.isTypeless ? '' : search.type];
  return {
    query: { ...searchQuery(search, 1, 1), selectors: [{ ids: [id], types }] },
    resource: `/v2/entities/${id}`,
  };
}

/** Pages of others would hold streams open that nobody can read. @throws NgsiError  403 */
function requireOwnPage(request: NgsiRequest): void {
  const site = request.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new NgsiError('Forbidden', 'pages of another site follow nothing here');
}
