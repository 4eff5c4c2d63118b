import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { pill, type Mood } from '../../html/pill';
import type { Attempt } from '../../core/notifications/recent-attempts';

/** What came of an attempt, in a few words: `answered 500: no room`, `Timeout was reached`. */
export function answerText({ code, answer = '', failure }: Attempt, { t }: PageWords): string {
  if (failure !== undefined) return failure || t('attempt.noAnswer');
  const said = { code: code ?? '', answer: answer.slice(0, 100) };
  if (answer === '') return t(code === undefined ? 'attempt.delivered' : 'attempt.answered', said);
  return t(code === undefined ? 'attempt.deliveredSaying' : 'attempt.answeredSaying', said);
}

const moodOf = ({ code, failure }: Attempt): Mood =>
  failure !== undefined ? 'bad' : code !== undefined && code >= 400 ? 'bad' : 'ok';

/** The attempts that the broker remembers, the latest first, each with what was sent and what came back. */
export function attemptsList(attempts: readonly Attempt[], words: PageWords): Html {
  const { t } = words;
  if (attempts.length === 0) return html`<p>${t('attempt.none')}</p>`;
  return html`<ol class="attempts">
    ${attempts.map((attempt) => {
      const { atMs, durationMs, isTest, target, correlator, request, requestLength, answer, code, failure } =
        attempt;
      const result =
        failure !== undefined
          ? failure || t('attempt.noAnswer')
          : code === undefined
            ? t('attempt.delivered')
            : String(code);
      return html`<li>
        <div class="head">
          ${pill(result, moodOf(attempt))}${isTest ? pill(t('attempt.test'), 'idle') : undefined}<span
            >${words.ago(atMs / 1000)}</span
          ><span class="note">${t('attempt.to', { duration: words.number(durationMs), target })}</span>
        </div>
        <details>
          <summary>${t('attempt.open')}</summary>
          <p class="note">${words.html('attempt.correlator', { id: html`<code>${correlator}</code>` })}</p>
          <p>${words.counted('attempt.request', requestLength)}</p>
          <pre tabindex="0">${request}${request.length < requestLength ? '…' : ''}</pre>
          ${
            answer === undefined
              ? undefined
              : html`<p>${t('attempt.answer')}</p>
                  <pre tabindex="0">${answer}</pre>`
          }
        </details>
      </li>`;
    })}
  </ol>`;
}
