import { Writable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import type { NgsiRequest } from '../../http/ngsi-request';
import { Visit } from '../visit';
import { answerFile, fileOf, isoTime } from './list-file';
import { memoryFile, memoryList, type ListFilter, type MemoryList } from './memory-list';

interface Town {
  readonly name: string;
  readonly people: number;
}

const TOWNS: readonly Town[] = [
  { name: 'Ávila', people: 58 },
  { name: 'Bilbao', people: 346 },
  { name: 'albacete', people: 172 },
];

const visit = (query = ''): Visit =>
  Visit.of(
    {
      url: `/admin/console/towns?${query}`,
      header: () => undefined,
      components: [],
    } as unknown as NgsiRequest,
    true,
  );

const towns = (all = TOWNS): MemoryList<Town, 'name' | 'people'> => ({
  page: 'towns',
  carried: { land: 'E&S' },
  all,
  texts: ({ name }) => [name],
  orders: { name: ({ name }) => name, people: ({ people }) => people },
  usual: 'name',
  filters: new Map<string, ListFilter<Town>>([
    ['', { name: 'subscriptions.all', has: () => true }],
    ['big', { name: 'subscriptions.well', has: ({ people }) => people > 100 }],
  ]),
  columns: [
    { name: 'word.id', sort: 'name', cell: ({ name }) => name },
    { name: 'word.type', sort: 'people', isNumber: true, cell: ({ people }) => people },
    { name: 'word.state', cell: () => 'x' },
  ],
  label: 'services.title',
  search: 'word.id',
  count: 'count.services',
  empty: 'services.empty',
  noneFound: 'services.noneFound',
  file: (rows) => fileOf('towns', { name: ({ name }) => name, people: ({ people }) => people }, [rows]),
});

const many = (count: number): readonly Town[] =>
  Array.from({ length: count }, (_, at) => ({ name: `T${at}`, people: at }));
const shown = (query = '', all = TOWNS): string =>
  memoryList(visit(query), towns(all)).text.replace(/\s+/g, ' ').replaceAll(' >', '>');
const namesIn = (text: string) => [...text.matchAll(/<th scope="row">([^<]*)</g)].map(([, name]) => name);

describe('a list of the console', () => {
  it.each([
    ['', ['albacete', 'Ávila', 'Bilbao']],
    ['sort=-name', ['Bilbao', 'Ávila', 'albacete']],
    ['sort=people', ['Ávila', 'albacete', 'Bilbao']],
    ['sort=-people&state=big', ['Bilbao', 'albacete']],
    ['words=AVI', ['Ávila']],
    ['sort=constructor&state=__proto__&size=7&page=9', ['albacete', 'Ávila', 'Bilbao']],
  ])('asked for with "%s" is %j', (query, names) => expect(namesIn(shown(query))).toEqual(names));

  it('is ordered by its heads, which say how it is ordered now and turn it around', () => {
    const text = shown('service=city&sort=name&state=big&words=a');
    expect(text).toMatch(
      /<th scope="col" aria-sort="ascending">\s*<a href="[^"]*\?service=city&amp;land=E%26S&amp;words=a&amp;state=big&amp;sort=-name&amp;size=25">ID<\/a>/,
    );
    expect(text).toMatch(/<th scope="col" class="number">\s*<a href="[^"]*sort=people&amp;/);
    expect(text).toMatch(/<th scope="col">State<\/th>/);
    expect(shown('sort=-people')).toMatch(
      /class="number" aria-sort="descending">\s*<a href="[^"]*sort=people&/,
    );
    expect(text.match(/aria-sort/g)).toHaveLength(1);
  });

  it('comes in pages of a chosen size, and says how many there are', () => {
    expect(shown('', many(60))).toMatch(/60 services.*Page 1 of 3.*25 per page.*100 per page/);
    expect(namesIn(shown('size=50&page=2', many(60)))).toHaveLength(10);
    expect(shown()).not.toMatch(/per page|Page 1/);
  });

  it('is searched where it is long, or was searched', () => {
    expect(shown()).not.toContain('role="search"');
    expect(shown('', many(11))).toContain('role="search"');
    expect(shown('words=nothing')).toMatch(/role="search".*value="nothing".*No service matches\./);
    expect(shown('', [])).toBe('<p>There are no services.</p>');
  });

  it('has each filter with how many it has of what was searched', () => {
    expect(shown('words=b')).toMatch(/All <span class="note">2<.*Working <span class="note">2</);
    expect(shown('state=big')).toMatch(/aria-current="true">Working <span class="note">2</);
  });
});

/** What would reach the browser, or why it broke off. */
async function sent(file: Parameters<typeof answerFile>[0]) {
  const faults: unknown[] = [];
  const chunks: Buffer[] = [];
  const answer = answerFile(file, (error) => faults.push(error));
  const body = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  const over = new Promise<boolean>((resolve) => body.on('close', () => resolve(body.writableFinished)));
  answer.open(body as unknown as ServerResponse);
  const isWhole = await over;
  return { answer, isWhole, faults, text: Buffer.concat(chunks).toString() };
}

describe('a list as a file', () => {
  it('has all rows that were found, in their order, in no page', async () => {
    const file = memoryFile(visit('sort=-people&size=25&page=2&words=t'), towns([...many(60), ...TOWNS]));
    const { answer, text, isWhole } = await sent(file);
    expect(answer.contentType).toBe('text/csv; charset=utf-8');
    expect(answer.headers).toEqual(
      expect.arrayContaining(['Content-Disposition', 'attachment; filename="towns.csv"', 'nosniff']),
    );
    const lines = text.split('\r\n');
    expect([isWhole, lines.length, lines[0], lines[1]]).toEqual([
      true,
      63,
      '\uFEFFname,people',
      'albacete,172',
    ]);
  });

  it('has no formulas in it, and nothing where nothing is known', async () => {
    const evil: readonly (Partial<Town> & { readonly name: string })[] = [
      { name: '=HYPERLINK("http://x")' },
      { name: 'a,b', people: -1 },
    ];
    const { text } = await sent(
      fileOf('x', { name: (one) => one.name, people: (one) => one.people }, [evil]),
    );
    expect(text).toBe('\uFEFFname,people\r\n"\'=HYPERLINK(""http://x"")",\r\n"a,b",-1\r\n');
  });

  it.each([
    [undefined, undefined],
    [0, '1970-01-01T00:00:00.000Z'],
    [1763884800.019, '2025-11-23T08:00:00.019Z'],
    // The last one that there is: a database that others write may hold later ones.
    [9.2e18, '275760-09-13T00:00:00.000Z'],
  ])('has %s seconds as %s, as the interface has it', (seconds, text) => {
    expect(isoTime(seconds)).toBe(text);
  });

  it('that cannot be read to its end does not look whole, and the log hears why', async () => {
    async function* groups() {
      yield await Promise.resolve(many(3));
      throw new Error('the database is away');
    }
    const { isWhole, faults } = await sent(fileOf('x', { name: ({ name }) => name }, groups()));
    expect([isWhole, faults]).toEqual([false, [new Error('the database is away')]]);
  });
});
