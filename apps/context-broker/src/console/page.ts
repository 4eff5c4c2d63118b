import type { Html } from '../html/html';
import type { MessageKey } from '../messages/catalogue';
import type { ListFile } from './lists/list-file';
import type { Visit } from './visit';

/** What a page says. */
export interface PageContent {
  readonly title: string;
  readonly content: Html;
  readonly status?: number;
  /** Further headers, as name, value, name, value … */
  readonly headers?: readonly string[];
}

/** A page of the console. */
export interface ConsolePage {
  /** The last part of its address; '' is the first page. */
  readonly name: string;
  /** What the navigation calls it; absent: it is reached from another. */
  readonly entry?: MessageKey;
  /** The entry it belongs to, when it has none. */
  readonly below?: string;
  /** Whether it loads pictures from the tile server that an operator named. */
  readonly hasTiles?: boolean;
  /** @throws NgsiError  shown as a page of its own */
  show(visit: Visit): Promise<PageContent>;
  /** The list of the page as a file, all of what its address asks for. @throws NgsiError  as {@link show} */
  file?(visit: Visit): Promise<ListFile>;
}

/** Injection token of all pages, in the order of the navigation. */
export const PAGES = 'context-broker.console-pages';
