import type { HTMLElement } from 'node-html-parser';
import { labelsOf, nameOf, textOf, tidy, withRole, type Role } from './elements';

/** `exact`: the whole text, as it is written; otherwise a part of it, in capitals or not. */
export interface HowExact {
  readonly exact?: boolean;
}

export interface RoleOptions extends HowExact {
  readonly name?: string;
  /** Of a heading. */
  readonly level?: number;
}

const isFound = (text: string, wanted: string, { exact = false }: HowExact): boolean =>
  exact ? text === tidy(wanted) : text.toLowerCase().includes(tidy(wanted).toLowerCase());

export const withText = (elements: readonly HTMLElement[], text: string): readonly HTMLElement[] =>
  elements.filter((element) => isFound(textOf(element), text, {}));

/** Controls with such a label. */
export const byLabel = (scope: HTMLElement, label: string, options: HowExact): readonly HTMLElement[] =>
  scope
    .querySelectorAll('input, select, textarea, button, [aria-label], [aria-labelledby]')
    .filter((element) => labelsOf(element).some((text) => isFound(text, label, options)));

export const byRole = (
  scope: HTMLElement,
  role: Role,
  { name, level, ...options }: RoleOptions,
): readonly HTMLElement[] =>
  withRole(scope, role)
    .filter((element) => level === undefined || element.localName === `h${level}`)
    .filter((element) => name === undefined || isFound(nameOf(element), name, options));

/** The innermost elements that say so. */
export function byText(scope: HTMLElement, text: string, options: HowExact): readonly HTMLElement[] {
  const saysSo = (element: HTMLElement) => isFound(textOf(element), text, options);
  const within = (element: HTMLElement): readonly HTMLElement[] => {
    const inner = element.children.flatMap(within);
    return inner.length === 0 && saysSo(element) ? [element] : inner;
  };
  return scope.children.flatMap(within);
}
