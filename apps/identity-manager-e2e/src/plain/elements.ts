import { HTMLElement, TextNode, type Node } from 'node-html-parser';

const BLOCKS =
  'address article aside br dd details div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header label legend li main nav ol option p pre section select summary table tbody td th thead tr ul';
const blocks: ReadonlySet<string> = new Set(BLOCKS.split(' '));
const withoutText: ReadonlySet<string> = new Set(['script', 'style', 'title']);

/** The root of a document has no tag. */
const tagOf = (element: HTMLElement) => (element.parentNode ? element.localName.toLowerCase() : '');

/** One blank for any number of them, none around: as text is compared. */
export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What an element says, a blank between its blocks. @param leavesOut  elements that are not read */
export function textOf(
  element: HTMLElement,
  leavesOut: (inner: HTMLElement) => boolean = () => false,
): string {
  const read = (node: Node): string => {
    if (node instanceof TextNode) return node.text;
    if (!(node instanceof HTMLElement) || withoutText.has(tagOf(node)) || leavesOut(node)) return '';
    const text = node.childNodes.map(read).join('');
    return blocks.has(tagOf(node)) ? ` ${text} ` : text;
  };
  return tidy(read(element));
}

/** In a closed `details` only its summary shows. */
function isFolded(element: HTMLElement): boolean {
  const details = element.parentNode?.closest('details:not([open])');
  if (!details) return false;
  const summary = element.closest('summary');
  return summary?.parentNode !== details || isFolded(details);
}

/** Whether somebody without scripts can see the element. */
export const isShown = (element: HTMLElement): boolean =>
  !element.closest('[hidden], input[type=hidden]') && !isFolded(element);

const rootOf = (element: HTMLElement): HTMLElement =>
  element.parentNode ? rootOf(element.parentNode) : element;

/** What names a control: its labels, or the attributes of WAI-ARIA. */
export function labelsOf(element: HTMLElement): readonly string[] {
  const root = rootOf(element);
  const id = element.getAttribute('id');
  const around = element.closest('label');
  const named = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
  const labels = [
    ...(id ? root.querySelectorAll('label').filter((label) => label.getAttribute('for') === id) : []),
    ...(around && !around.hasAttribute('for') ? [around] : []),
    ...named.map((name) => root.getElementById(name)).filter((found) => found !== null),
  ].map((label) => textOf(label));
  const ownName = element.getAttribute('aria-label');
  return ownName === undefined ? labels : [...labels, tidy(ownName)];
}

/** The accessible name of an element, as far as these pages need its computation (W3C accname). */
export function nameOf(element: HTMLElement): string {
  const [label] = labelsOf(element);
  if (label !== undefined) return label;
  const caption = element.querySelector('legend');
  if (tagOf(element) === 'fieldset' && caption) return textOf(caption);
  return (
    element.getAttribute('alt') ??
    textOf(element, (inner) => inner.getAttribute('aria-hidden') === 'true' || !isShown(inner))
  );
}

const TEXTBOX = 'textarea, input:not([type]), input[type=text], input[type=email], input[type=url]';

/** Selectors of what has a role by itself. */
const roles = {
  alert: '[role=alert]',
  button: 'button, input[type=submit]',
  cell: 'td',
  checkbox: 'input[type=checkbox]',
  group: 'fieldset',
  heading: 'h1, h2, h3, h4, h5, h6',
  img: 'img[alt]:not([alt=""]), [role=img]',
  link: 'a[href]',
  navigation: 'nav',
  region: '[role=region], section[aria-label], section[aria-labelledby]',
  textbox: TEXTBOX,
} as const;

export type Role = keyof typeof roles;

/** The elements of a role that somebody with a screen reader meets. */
export const withRole = (scope: HTMLElement, role: Role): readonly HTMLElement[] =>
  scope
    .querySelectorAll(roles[role])
    .filter((element) => isShown(element) && !element.closest('[aria-hidden=true]'));
