import { fileOf, type FileColumns } from '../lists/list-file';
import type { MemoryList } from '../lists/memory-list';
import type { Visit } from '../visit';

type Queue = readonly [target: string, waiting: number];
type Sort = 'target' | 'waiting';

const FILE: FileColumns<Queue> = { target: ([target]) => target, waiting: ([, size]) => size };

/** Where notifications wait, longest queue first. */
export function queueList({ words }: Visit, queues: ReadonlyMap<string, number>): MemoryList<Queue, Sort> {
  return {
    page: 'operation',
    all: [...queues],
    texts: ([target]) => [target],
    orders: { target: ([target]) => target, waiting: ([, size]) => size },
    usual: '-waiting',
    columns: [
      {
        name: 'word.target',
        sort: 'target',
        isLong: true,
        cell: ([target]) => target || words.t('operation.defaultQueue'),
      },
      { name: 'operation.waiting', sort: 'waiting', isNumber: true, cell: ([, size]) => words.number(size) },
    ],
    label: 'operation.queues',
    search: 'word.target',
    count: 'count.queues',
    empty: 'operation.noQueues',
    noneFound: 'operation.noQueueFound',
    file: (rows) => fileOf('queues', FILE, [rows]),
  };
}
