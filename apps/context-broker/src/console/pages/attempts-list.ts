import { ago } from '../../html/ages';
import { html, type Html } from '../../html/html';
import { pill, type Mood } from '../../html/pill';
import { grouped } from '../../html/wording';
import type { Attempt } from '../../notifications/recent-attempts';

/** What came of an attempt, in a few words: `answered 500: no room`, `Timeout was reached`. */
export function answerText({ code, answer, failure }: Attempt): string {
  if (failure !== undefined) return failure || 'no answer';
  const said = answer === undefined || answer === '' ? '' : `: ${answer.slice(0, 100)}`;
  return `${code === undefined ? 'delivered' : `answered ${code}`}${said}`;
}

const moodOf = ({ code, failure }: Attempt): Mood =>
  failure !== undefined ? 'bad' : code !== undefined && code >= 400 ? 'bad' : 'ok';

/** The attempts that the broker remembers, the latest first, each with what was sent and what came back. */
export function attemptsList(attempts: readonly Attempt[], nowSeconds: number): Html {
  if (attempts.length === 0)
    return html`<p>None that the broker remembers. It keeps the last ones in memory, since it started.</p>`;
  return html`<ol class="attempts">
    ${attempts.map((attempt) => {
      const { atMs, durationMs, isTest, target, correlator, request, requestLength, answer, code, failure } =
        attempt;
      const result =
        failure !== undefined ? failure || 'no answer' : code === undefined ? 'delivered' : String(code);
      return html`<li>
        <div class="head">
          ${pill(result, moodOf(attempt))}${isTest ? pill('test', 'idle') : undefined}<span
            >${ago(atMs / 1000, nowSeconds)}</span
          ><span class="note">${grouped(durationMs)} ms, ${target}</span>
        </div>
        <details>
          <summary>Request and answer</summary>
          <p class="note">Correlator <code>${correlator}</code></p>
          <p>Request (${grouped(requestLength)} characters)</p>
          <pre tabindex="0">${request}${request.length < requestLength ? '…' : ''}</pre>
          ${
            answer === undefined
              ? undefined
              : html`<p>Answer</p>
                  <pre tabindex="0">${answer}</pre>`
          }
        </details>
      </li>`;
    })}
  </ol>`;
}
