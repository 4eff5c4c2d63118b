import { findInMemory, ListRequest, type ListShape } from '@smart-city/lists';
import type { WebSessionRow } from '../../database/entities/web-session.row';
import { browserName } from '../../pages/browser-name';
import type { Visit } from '../../pages/visit';

type Sort = 'browser' | 'address' | 'since' | 'seen';

const shape: ListShape<Sort> = { sorts: ['browser', 'address', 'since', 'seen'], usual: '-seen' };

/** A session with its browser in words. */
export const withBrowser = (row: WebSessionRow) => ({ ...row, browser: browserName(row.userAgent ?? '') });

/** A list of somebody's sessions as an address asks for it. */
export function sessionListOf(visit: Visit, rows: readonly WebSessionRow[]) {
  const request = new ListRequest(shape, (name) => visit.query(name));
  const {
    rows: sessions,
    count,
    page,
  } = findInMemory(rows.map(withBrowser), request, {
    texts: ({ browser, address }) => [browser, address],
    orders: {
      browser: ({ browser }) => browser,
      address: ({ address }) => address ?? '',
      since: ({ authTime }) => authTime,
      seen: ({ lastSeenAt }) => lastSeenAt,
    },
  });
  return { request, sessions, count, page };
}
