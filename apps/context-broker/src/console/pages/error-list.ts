import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { pill, type Mood } from '../../html/pill';
import type { Trouble } from '../../logs/recent-troubles';
import { fileOf, type FileColumns } from '../lists/list-file';
import type { ListFilter, MemoryList } from '../lists/memory-list';
import type { Visit } from '../visit';

type Sort = 'level' | 'text' | 'count' | 'last';

const MOODS: Readonly<Record<Trouble['level'], Mood>> = { WARN: 'warn', ERROR: 'bad', FATAL: 'bad' };
const LEVELS: Readonly<Record<Trouble['level'], number>> = { WARN: 0, ERROR: 1, FATAL: 2 };

const FILE: FileColumns<Trouble> = {
  level: ({ level }) => level,
  count: ({ count }) => count,
  first: ({ firstTime }) => firstTime,
  last: ({ lastTime }) => lastTime,
  service: ({ service }) => service,
  correlator: ({ correlator }) => correlator,
  text: ({ text }) => text,
};

/** Lines of the log, those alike as one; the latest first. */
export function errorList({ words }: Visit, troubles: readonly Trouble[]): MemoryList<Trouble, Sort> {
  const isLevel = (level: Trouble['level']) => (one: Trouble) => one.level === level;
  return {
    page: 'errors',
    all: troubles,
    texts: ({ text, correlator, service }) => [text, correlator ?? '', service ?? ''],
    orders: {
      level: ({ level }) => LEVELS[level],
      text: ({ text }) => text,
      count: ({ count }) => count,
      last: ({ lastTime }) => Date.parse(lastTime),
    },
    usual: '-last',
    filters: new Map<string, ListFilter<Trouble>>([
      ['', { name: 'trouble.all', has: () => true }],
      ['fatal', { name: 'trouble.fatal', has: isLevel('FATAL') }],
      ['error', { name: 'trouble.error', has: isLevel('ERROR') }],
      ['warning', { name: 'trouble.warning', has: isLevel('WARN') }],
    ]),
    columns: errorColumns(words),
    label: 'trouble.errors',
    search: 'trouble.words',
    count: 'count.errors',
    empty: 'trouble.errorsWell',
    noneFound: 'trouble.noneFound',
    file: (rows) => fileOf('errors', FILE, [rows]),
  };
}

/** What is said of them, on their own page and on the first. */
export const errorColumns = (words: PageWords): MemoryList<Trouble, Sort>['columns'] => [
  { name: 'trouble.line', sort: 'text', cell: (one) => lineCell(one, words) },
  { name: 'trouble.level', sort: 'level', cell: ({ level }) => pill(level, MOODS[level]) },
  { name: 'trouble.count', sort: 'count', isNumber: true, cell: ({ count }) => words.number(count) },
  { name: 'trouble.last', sort: 'last', cell: ({ lastTime }) => words.ago(Date.parse(lastTime) / 1000) },
];

/** A line of the log, with whom it was about. */
function lineCell({ text, service, correlator }: Trouble, words: PageWords): Html {
  const about = [
    ...(service === undefined ? [] : [words.t('trouble.service', { name: service })]),
    ...(correlator === undefined
      ? []
      : [words.html('trouble.correlator', { id: html`<code>${correlator}</code>` })]),
  ];
  return html`<code>${text}</code>${about.map((one) => html`<div class="note">${one}</div>`)}`;
}
