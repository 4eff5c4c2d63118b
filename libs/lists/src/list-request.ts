/** What a list can be asked for. Only what stands here reaches the program, so no request can name a column. */
export interface ListShape<Sort extends string, Filter extends string = never, Text extends string = never> {
  readonly sorts: readonly Sort[];
  /** The order of a list that was asked for none; `-` before it for downwards. */
  readonly usual: Sort | `-${Sort}`;
  /** The values that each filter can take. */
  readonly filters?: Readonly<Record<Filter, readonly string[]>>;
  /** Further free texts beside the search. */
  readonly texts?: readonly Text[];
  /** What the address calls the search; `q` where nothing is said. */
  readonly search?: string;
  /** Characters of a text at most; 255 where nothing is said. */
  readonly longestText?: number;
}

/** Rows of a page; others are not given. */
export const PAGE_SIZES = [25, 50, 100] as const;

const LONGEST_TEXT = 255;

/** Which part of a list people look at, and in which order. */
export interface ListPart<Sort extends string = string> {
  readonly sort: Sort;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Which page there is, when so many rows were found. */
export interface ListPage<Sort extends string> extends ListPart<Sort> {
  readonly page: number;
  readonly pageCount: number;
}

/** Other values of an address's parameters. */
export type ListChanges = Readonly<Record<string, string | number>>;

/** A list as its address asks for it: search, filters, order, size and page, each checked against its shape. */
export class ListRequest<Sort extends string, Filter extends string = never, Text extends string = never> {
  /** What is searched for. */
  readonly text: string;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly size: number;
  private readonly askedPage: number;
  private readonly chosen: ReadonlyMap<string, string>;

  /** @param read  a parameter of the address; empty when it is absent or repeated */
  constructor(
    private readonly shape: ListShape<Sort, Filter, Text>,
    read: (name: string) => string,
  ) {
    const { search = 'q', longestText = LONGEST_TEXT } = shape;
    const text = (name: string) => read(name).replaceAll('\0', '').trim().slice(0, longestText);
    this.text = text(search);
    const { sort, descending } = orderIn(shape, read('sort')) ?? orderIn(shape, shape.usual)!;
    this.sort = sort;
    this.descending = descending;
    this.size = PAGE_SIZES.find((size) => String(size) === read('size')) ?? PAGE_SIZES[0];
    this.askedPage = /^\d{1,9}$/.test(read('page')) ? Number(read('page')) : 1;
    const filters = Object.entries<readonly string[]>(shape.filters ?? {}).map(([name, values]) => {
      return [name, values.find((value) => value === read(name)) ?? ''] as const;
    });
    this.chosen = new Map([...filters, ...(shape.texts ?? []).map((name) => [name, text(name)] as const)]);
  }

  /** The values that a filter can take. */
  choices(name: Filter): readonly string[] {
    return this.shape.filters?.[name] ?? [];
  }

  /** The value of a filter or of a further text; empty when it is not asked for. */
  value(name: Filter | Text): string {
    return this.chosen.get(name) ?? '';
  }

  /** The page that was asked for, or the nearest one that there is. */
  pageOf(count: number): ListPage<Sort> {
    const pageCount = Math.max(1, Math.ceil(count / this.size));
    const page = Math.min(pageCount, Math.max(1, this.askedPage));
    const { sort, descending, size: limit } = this;
    return { sort, descending, limit, offset: (page - 1) * limit, page, pageCount };
  }

  /** The list's address with other parameters, which empty values leave out; it begins at its first page again. */
  href(changes: ListChanges = {}): string {
    return `?${new URLSearchParams(this.parameters(changes)).toString()}`;
  }

  /** The parameters of that address. */
  parameters(changes: ListChanges = {}): Record<string, string> {
    const search = { [this.shape.search ?? 'q']: this.text };
    const now = { ...search, ...Object.fromEntries(this.chosen), sort: this.order, size: this.size };
    const wanted = Object.entries<string | number>({ ...now, ...changes }).filter(
      ([, value]) => value !== '',
    );
    return Object.fromEntries(wanted.map(([name, value]) => [name, String(value)]));
  }

  /** As the address writes it. */
  get order(): string {
    return `${this.descending ? '-' : ''}${this.sort}`;
  }
}

function orderIn<Sort extends string>(
  { sorts }: { readonly sorts: readonly Sort[] },
  text: string,
): { readonly sort: Sort; readonly descending: boolean } | undefined {
  const descending = text.startsWith('-');
  const sort = sorts.find((each) => each === (descending ? text.slice(1) : text));
  return sort === undefined ? undefined : { sort, descending };
}
