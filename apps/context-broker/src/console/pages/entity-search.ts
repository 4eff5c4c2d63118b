import { html, type Html } from '../../html/html';
import { CONSOLE } from '../addresses';
import type { Visit } from '../visit';

/** What entities are searched by; empty texts ask for nothing. */
export interface Search {
  readonly type: string;
  /** An id, or a pattern of ids. */
  readonly id: string;
  readonly q: string;
  /** Those without a type only. */
  readonly isTypeless: boolean;
}

/** The service and service path of a visit, for forms. */
export const placeFields = ({ tenant, servicePath }: Visit): Html =>
  html`<input type="hidden" name="service" value="${tenant || '-'}" /><input
      type="hidden"
      name="path"
      value="${servicePath}"
    />`;

export function searchForm(visit: Visit, { type, id, q }: Search): Html {
  const { words } = visit;
  const { t } = words;
  return html`<form class="search" action="${CONSOLE}/entities" method="get" role="search">
    ${placeFields(visit)}
    <p>
      <label for="find-id">${t('entities.findId')}</label
      ><input id="find-id" name="id" value="${id}" autocomplete="off" spellcheck="false" />
    </p>
    <p>
      <label for="find-type">${t('entities.findType')}</label
      ><input id="find-type" name="type" value="${type}" autocomplete="off" spellcheck="false" />
    </p>
    <p>
      <label for="find-q">${words.html('entities.findQ', { q: html`<code>q</code>` })}</label
      ><input
        id="find-q"
        name="q"
        value="${q}"
        placeholder="temperature>20"
        autocomplete="off"
        spellcheck="false"
      />
    </p>
    <button>${t('word.find')}</button>
  </form>`;
}
