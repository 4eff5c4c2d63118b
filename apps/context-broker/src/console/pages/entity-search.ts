import { html, type Html } from '../../html/html';
import { CONSOLE } from '../addresses';
import { placeFields } from '../place-fields';
import type { Visit } from '../visit';
import type { Search } from './search-query';

export function searchForm(visit: Visit, { type, id, q }: Search): Html {
  const { words } = visit;
  const { t } = words;
  return html`<form
    class="search"
    action="${CONSOLE}/entities"
    method="get"
    role="search"
    aria-label="${t('entities.find')}"
  >
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
