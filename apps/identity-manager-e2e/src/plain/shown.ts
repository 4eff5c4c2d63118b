import type { HTMLElement } from 'node-html-parser';
import type { Upload } from './form';

/** What a page does when something in it is pressed. */
export interface Shown {
  readonly document: HTMLElement;
  choose(control: HTMLElement, file: Upload): void;
  click(element: HTMLElement): Promise<void>;
}
