import type { ConsoleData } from './console-data';
import { html, type Html } from '../html/html';
import { pill, type Mood } from '../html/pill';
import { grouped, shortTime } from '../html/wording';
import type { Trouble } from '../logs/recent-troubles';

/** The last lines of the log that tell of trouble, the latest first. */
export function errorsSection({ errors }: ConsoleData): Html {
  return html`<section class="card" aria-labelledby="errors">
    <h2 id="errors">Recent errors</h2>
    ${
      errors.length === 0
        ? html`<p>None since the broker started.</p>`
        : html`<ol class="lines">
            ${errors.map(lineItem)}
          </ol>`
    }
  </section>`;
}

const MOODS: Readonly<Record<string, Mood>> = { WARN: 'warn', ERROR: 'bad', FATAL: 'bad' };

function lineItem({ level, text, count, lastTime, correlator, service }: Trouble): Html {
  return html`<li>
    <time datetime="${lastTime}">${shortTime(lastTime)}</time>
    ${pill(count === 1 ? level : `${level} × ${grouped(count)}`, MOODS[level] ?? 'idle')}
    <div>
      <code>${text}</code>
      <div class="note">
        ${service === undefined ? undefined : `service ${service}`}
        ${correlator === undefined ? undefined : `correlator ${correlator}`}
      </div>
    </div>
  </li>`;
}
