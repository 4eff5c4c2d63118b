import { html, type Html } from './html';
import type { PageWords } from './page-words';

/**
 * A part of a page that follows a stream of changes while scripts run. It has a {@link changesNote} in it.
 *
 * @param address  of the stream; undefined: there is none, and the part stays as it is
 * @param renews  what changed is shown at once; else it is said that something did
 */
export const followed = (address: string | undefined, renews: boolean, content: Html): Html =>
  address === undefined
    ? content
    : html`<div class="live" data-follow="${address}" ${renews ? html` data-renews` : ''}>${content}</div>`;

/** Where a script says that a page is not what is there any more. The words for it are in the page: the script has none. */
export const changesNote = ({ t }: PageWords): Html =>
  html`<p
    class="changes"
    role="status"
    data-one="${t('changes.one')}"
    data-many="${t('changes.many', { count: '{count}' })}"
    data-unsure="${t('changes.unsure')}"
    data-lost="${t('changes.lost')}"
    data-again="${t('changes.again')}"
  ></p>`;
