import type { Subscription } from '@smart-city/ngsiv2';
import { html, type Html } from '../../html/html';
import type { CountKey } from '../../html/page-words';
import { CONSOLE } from '../addresses';
import { MARKS_FORM, type ListMarks } from '../lists/list-part';
import { placeFields } from '../place-fields';
import { nameOfSubscription } from '../subscription-wording';
import type { Visit } from '../visit';

/** What was done to those that were marked, and how that is said. */
const DONE: ReadonlyMap<string, CountKey> = new Map([
  ['pause', 'marked.paused'],
  ['resume', 'marked.resumed'],
]);

/** Subscriptions are marked to be paused or resumed together. @param token  of the form */
export const subscriptionMarks = (visit: Visit, token: string): ListMarks<Subscription> => ({
  id: ({ id }) => id,
  name: nameOfSubscription,
  form: (back) => {
    const { t } = visit.words;
    return html`<form id="${MARKS_FORM}" class="actions" action="${CONSOLE}/subscription" method="post">
      ${placeFields(visit)}<input type="hidden" name="form" value="${token}" />${Object.entries(back).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <span class="note">${t('list.withMarked')}</span>
      <button name="several" value="pause">${t('subscription.pause')}</button>
      <button name="several" value="resume">${t('subscription.resume')}</button>
    </form>`;
  },
});

/** What came of it, as the address of the list says after the form. */
export function doneToMarked(visit: Visit): Html | undefined {
  const key = DONE.get(visit.text('done'));
  if (key === undefined) return undefined;
  const { words } = visit;
  const [changed, missing] = ['changed', 'missing'].map((name) => numberIn(visit.text(name))) as [
    number,
    number,
  ];
  const texts = [
    ...(changed > 0 || missing === 0 ? [words.counted(key, changed)] : []),
    ...(missing > 0 ? [words.counted('marked.missing', missing)] : []),
  ];
  return html`<p class="done" role="status">${texts.join(' ')}</p>`;
}

const numberIn = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) : 0);
