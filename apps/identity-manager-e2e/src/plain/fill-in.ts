import type { HTMLElement } from 'node-html-parser';
import { textOf } from './elements';
import { formOfControl, optionsOf, valueOfOption } from './form';

/*
 * What somebody does to the controls of a form is kept in its HTML, as if the service had answered it so.
 */

export function fillIn(control: HTMLElement, text: string): void {
  if (control.localName === 'textarea') control.textContent = text;
  else control.setAttribute('value', text);
}

/** @param page  where the other radio buttons of the group are, of which one at most is ticked */
export function tick(control: HTMLElement, isTicked: boolean, page: HTMLElement): void {
  if (control.getAttribute('type') === 'radio')
    for (const other of page.querySelectorAll('input[type=radio]'))
      if (isOfGroup(other, control, page)) other.removeAttribute('checked');
  if (isTicked) control.setAttribute('checked', '');
  else control.removeAttribute('checked');
}

const isOfGroup = (other: HTMLElement, radio: HTMLElement, page: HTMLElement) =>
  other.getAttribute('name') === radio.getAttribute('name') &&
  formOfControl(other, page) === formOfControl(radio, page);

/** @throws Error when the list has no such option */
export function chooseOption(select: HTMLElement, wanted: string | { readonly label: string }): void {
  const isWanted = (option: HTMLElement) =>
    typeof wanted === 'string' ? valueOfOption(option) === wanted : textOf(option) === wanted.label;
  const options = optionsOf(select);
  const chosen = options.find(isWanted);
  if (!chosen) throw new Error(`no such option in ${select.outerHTML}`);
  for (const option of options) option.removeAttribute('selected');
  chosen.setAttribute('selected', '');
}
