import type { ConsoleData } from './console-data';
import { html, type Html } from '../html/html';
import { pill, type Mood } from '../html/pill';
import { shortTime } from '../html/wording';

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

function lineItem(line: string): Html {
  const time = fieldOf(line, 'time');
  const level = fieldOf(line, 'lvl');
  const service = fieldOf(line, 'srv');
  const at = line.indexOf('| msg=');
  if (time === undefined || level === undefined || at < 0) return html`<li><code>${line}</code></li>`;
  return html`<li>
    <time datetime="${time}">${shortTime(time)}</time>
    ${pill(level, MOODS[level] ?? 'idle')}
    <code
      >${line.slice(at + '| msg='.length)}${service === undefined || !/^\w+$/.test(service) ? '' : html` <span class="note">service ${service}</span>`}</code
    >
  </li>`;
}

const fieldOf = (line: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\| )${name}=([^|]*?) \\|`).exec(line)?.[1];
