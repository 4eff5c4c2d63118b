import type { HTMLElement } from 'node-html-parser';
import { isShown, textOf, type Role } from './elements';
import { byLabel, byRole, byText, withText, type HowExact, type RoleOptions } from './find';
import { chooseOption, fillIn, tick } from './fill-in';
import { valueOf, type Upload } from './form';
import type { Shown } from './shown';

interface Within {
  readonly hasText?: string;
  readonly has?: Locator;
}

/**
 * Elements of what a page shows at the moment that it is asked, with the verbs of Playwright's. To do something with them there has to be
 * exactly one, which can be seen.
 */
export class Locator {
  constructor(
    private readonly page: Shown,
    private readonly find: () => readonly HTMLElement[],
    private readonly what: string,
  ) {}

  getByLabel(label: string, options: HowExact = {}): Locator {
    return this.within(`label “${label}”`, (scope) => byLabel(scope, label, options));
  }

  getByRole(role: Role, options: RoleOptions = {}): Locator {
    return this.within(`${role} “${options.name ?? ''}”`, (scope) => byRole(scope, role, options));
  }

  getByText(text: string, options: HowExact = {}): Locator {
    return this.within(`text “${text}”`, (scope) => byText(scope, text, options));
  }

  locator(selector: string, { hasText = '', has }: Within = {}): Locator {
    return this.within(selector, (scope) =>
      withText(scope.querySelectorAll(selector), hasText).filter(
        (element) => has?.find().some((inner) => contains(element, inner)) ?? true,
      ),
    );
  }

  or(other: Locator): Locator {
    return this.of('or', () => [...new Set([...this.find(), ...other.find()])]);
  }

  first(): Locator {
    return this.of('first', () => this.find().slice(0, 1));
  }

  last(): Locator {
    return this.of('last', () => this.find().slice(-1));
  }

  count(): Promise<number> {
    return Promise.resolve(this.find().length);
  }

  all(): Promise<readonly Locator[]> {
    return Promise.resolve(
      this.find().map((_, index) => this.of(`${index}`, () => this.find().slice(index, index + 1))),
    );
  }

  innerText(): Promise<string> {
    return this.with((element) => readable(element));
  }

  allInnerTexts(): Promise<readonly string[]> {
    return Promise.resolve(this.find().map(readable));
  }

  inputValue(): Promise<string> {
    return this.with(valueOf);
  }

  getAttribute(name: string): Promise<string | null> {
    return this.with((element) => element.getAttribute(name) ?? null);
  }

  isChecked(): Promise<boolean> {
    return this.with((element) => element.hasAttribute('checked'));
  }

  isDisabled(): Promise<boolean> {
    return this.with((element) => element.hasAttribute('disabled'));
  }

  fill(text: string): Promise<void> {
    return this.act((control) => fillIn(control, text));
  }

  check(): Promise<void> {
    return this.setChecked(true);
  }

  uncheck(): Promise<void> {
    return this.setChecked(false);
  }

  setChecked(isChecked: boolean): Promise<void> {
    return this.act((control) => tick(control, isChecked, this.page.document));
  }

  selectOption(wanted: string | { readonly label: string }): Promise<void> {
    return this.act((select) => chooseOption(select, wanted));
  }

  setInputFiles(file: Upload): Promise<void> {
    return this.act((control) => this.page.choose(control, file));
  }

  click(): Promise<void> {
    return this.act((element) => this.page.click(element));
  }

  private of(step: string, find: () => readonly HTMLElement[]): Locator {
    return new Locator(this.page, find, `${this.what} › ${step}`);
  }

  private within(step: string, find: (scope: HTMLElement) => readonly HTMLElement[]): Locator {
    return this.of(step, () => [...new Set(this.find().flatMap(find))]);
  }

  private async act(deed: (element: HTMLElement) => void | Promise<void>): Promise<void> {
    await this.with((element) => {
      if (!isShown(element) || element.hasAttribute('disabled'))
        throw new Error(`${this.what} cannot be seen or is disabled`);
      return deed(element);
    });
  }

  private async with<T>(read: (element: HTMLElement) => T | Promise<T>): Promise<T> {
    const [element, ...others] = this.find();
    if (!element || others.length > 0)
      throw new Error(
        `${this.what}: ${others.length + (element ? 1 : 0)} elements, in\n${textOf(this.page.document)}`,
      );
    return read(element);
  }
}

const readable = (element: HTMLElement) => textOf(element, (inner) => !isShown(inner));

const contains = (outer: HTMLElement, inner: HTMLElement | null): boolean =>
  inner !== null && (inner.parentNode === outer || contains(outer, inner.parentNode));
