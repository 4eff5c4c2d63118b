import type { ConsoleData } from './console-data';
import { html, type Html } from '../html/html';
import { placesMap } from './places-map';
import { counted, grouped } from '../html/wording';

/** Entities of a service by type, the most numerous first. */
export function typesSection({ types, typeCount }: ConsoleData): Html {
  const sorted = [...types].sort((a, b) => b.count - a.count);
  const most = Math.max(1, ...sorted.map(({ count }) => count));
  const rows = sorted.map(
    ({ type, count }) =>
      html`<tr>
        <th scope="row">${type === '' ? 'no type' : type}</th>
        <td class="share" aria-hidden="true">
          <svg viewBox="0 0 100 1" preserveAspectRatio="none">
            <rect width="${Math.round((count / most) * 1000) / 10}" height="1" />
          </svg>
        </td>
        <td class="number">${grouped(count)}</td>
      </tr>`,
  );
  return html`<section class="card half" aria-labelledby="types">
    <h2 id="types">Entities per type</h2>
    ${
      types.length === 0
        ? html`<p>There are no entities.</p>`
        : html`<table>
            ${
              types.length < typeCount
                ? html`<caption>
                    ${types.length} of ${counted(typeCount, 'type')}
                  </caption>`
                : undefined
            }
            <thead>
              <tr>
                <th scope="col">Type</th>
                <td class="share" aria-hidden="true"></td>
                <th scope="col" class="number">Entities</th>
              </tr>
            </thead>
            <tbody>
              ${rows}
            </tbody>
          </table>`
    }
  </section>`;
}

/** Where the entities are. */
export function mapSection({ places, isCut }: ConsoleData): Html {
  return html`<section class="card half" aria-labelledby="map">
    <h2 id="map">Map</h2>
    ${places.length === 0 ? html`<p>No entity has a location.</p>` : placesMap(places)}
    ${isCut ? html`<p class="note">Only the first ${grouped(places.length)} are shown.</p>` : undefined}
  </section>`;
}
