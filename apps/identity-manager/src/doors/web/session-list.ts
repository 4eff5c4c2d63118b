import { ListRequest, type ListShape } from '@smart-city/lists';
import { findPage } from '../../pages/find-page';
import type { Visit } from '../../pages/visit';
import { browserName } from '../../subjects/sessions/browser-name';
import type { ListedSession, SessionSort } from '../../subjects/sessions/session-lists.repository';
import type { SessionsService } from '../../subjects/sessions/sessions.service';

const shape: ListShape<SessionSort> = { sorts: ['browser', 'address', 'since', 'seen'], usual: '-seen' };

/** A session with its browser in words, which those from before the column do not have. */
export const withBrowser = (session: ListedSession) => ({
  ...session,
  browser: session.browser ?? browserName(session.userAgent ?? ''),
});

/** The list of somebody's sessions, as an address asks for it. */
export async function sessionListOf(visit: Visit, sessions: SessionsService, userId: string) {
  const request = new ListRequest(shape, (name) => visit.query(name));
  const search = { userId, text: request.text };
  const { rows, count, page } = await findPage(request, {
    count: () => sessions.countOf(search),
    page: (part) => sessions.pageOf(search, part),
  });
  return { request, sessions: rows.map(withBrowser), count, page };
}
