import type { HTMLElement } from 'node-html-parser';
import { nameOf } from './elements';

/** A file that is chosen in a form. */
export interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** What a form sends: pairs in the order of its controls. */
export type Entry = readonly [name: string, value: string | Upload];

/** The files that were chosen, by control: HTML has no place for them. */
export type Chosen = ReadonlyMap<HTMLElement, Upload>;

const NO_FILE: Upload = { name: '', mimeType: 'application/octet-stream', buffer: Buffer.alloc(0) };

/** The form that a control belongs to, wherever it stands in the page. */
export function formOfControl(control: HTMLElement, page: HTMLElement): HTMLElement | null {
  const id = control.getAttribute('form');
  return id === undefined ? control.closest('form') : page.getElementById(id);
}

export const optionsOf = (select: HTMLElement): readonly HTMLElement[] => select.querySelectorAll('option');

export const valueOfOption = (option: HTMLElement): string =>
  option.getAttribute('value') ?? option.text.trim();

/** What a control holds, be it sent or not. */
export function valueOf(control: HTMLElement): string {
  if (control.localName === 'textarea') return control.text.replace(/^\n/, '');
  if (control.localName !== 'select') return control.getAttribute('value') ?? '';
  const options = optionsOf(control);
  const chosen = options.find((option) => option.hasAttribute('selected')) ?? options[0];
  return chosen ? valueOfOption(chosen) : '';
}

/** Checks what a browser does before it sends. @throws Error for an empty control that the form needs */
function needsNothing(control: HTMLElement, value: string | Upload | undefined): void {
  // Of radio buttons another one may be ticked.
  const isAsked = control.hasAttribute('required') && control.getAttribute('type') !== 'radio';
  if (isAsked && (value === undefined || value === '' || value === NO_FILE))
    throw new Error(`a browser would not send the form: “${nameOf(control)}” is empty`);
}

function sentBy(control: HTMLElement, pressed: HTMLElement, files: Chosen): string | Upload | undefined {
  const type = control.getAttribute('type') ?? '';
  if (control.localName === 'button' || type === 'submit')
    return control === pressed ? valueOf(control) : undefined;
  if (type === 'checkbox' || type === 'radio')
    return control.hasAttribute('checked') ? (control.getAttribute('value') ?? 'on') : undefined;
  if (type === 'file') return files.get(control) ?? NO_FILE;
  // HTML 4.10.21.4: lines of what is sent end so.
  return valueOf(control).replace(/\r?\n/g, '\r\n');
}

/**
 * The entry list of a form (HTML 4.10.21.4) that a button sends.
 *
 * @throws Error when a browser would ask for something instead
 */
export function entriesOf(
  form: HTMLElement,
  pressed: HTMLElement,
  page: HTMLElement,
  files: Chosen,
): readonly Entry[] {
  const isChecked = !form.hasAttribute('novalidate') && !pressed.hasAttribute('formnovalidate');
  return page.querySelectorAll('input, select, textarea, button').flatMap((control): readonly Entry[] => {
    if (formOfControl(control, page) !== form) return [];
    if (control.hasAttribute('disabled') || control.closest('fieldset[disabled]')) return [];
    const value = sentBy(control, pressed, files);
    if (isChecked) needsNothing(control, value);
    const name = control.getAttribute('name') ?? '';
    return name === '' || value === undefined ? [] : [[name, value]];
  });
}

/** As an address carries the fields, and the body of most forms; of a file the name. */
export const encoded = (entries: readonly Entry[]): URLSearchParams =>
  new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : value.name]),
  );

/** The body of a form with files. */
export function multipart(entries: readonly Entry[]): FormData {
  const body = new FormData();
  for (const [name, value] of entries)
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, new Blob([new Uint8Array(value.buffer)], { type: value.mimeType }), value.name);
  return body;
}
