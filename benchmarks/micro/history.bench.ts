import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_TIME, type Period, type Sample, type SeriesKey } from '@smart-city/history';
import { HistorySession } from '../../apps/context-broker/src/storage/embedded/history/history-session';
import { asJson, printJson } from '../report';
import { measure, report } from './rate';

// What the past takes on disk, and how fast it is read: a month at one sample a minute, of numbers with one decimal and of
// doubles of random bits. The floor is one walk over as many doubles in memory.

const MINUTES = 43_200;
const SERIES = 20;
/** Series by which sizes are measured: a file has some pages however little it holds. */
const SIZED = 10;
const BASE = Date.UTC(2026, 9, 1);
const LABEL = { type: 'Number', createdAt: BASE };

let seed = 7;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
let temperature = 20;
const walk = () => (temperature = Math.round((temperature + random() - 0.5) * 10) / 10);

/** @param late  milliseconds that samples are stored after they are observed, at most */
const month = (value: () => number, late: number): readonly Sample[] =>
  Array.from({ length: MINUTES }, (_, minute) => {
    const at = BASE + minute * 60_000;
    return { at, recordedAt: at + Math.floor(random() * late), value: value(), label: LABEL };
  });
const key = (n: number): SeriesKey => ({
  id: `urn:ngsi-ld:Room:${n}`,
  type: 'Room',
  servicePath: '/',
  attr: 'temperature',
  dataset: '',
});

/** Bytes on disk for each sample of some series. */
function bytesPerSample(value: () => number, late: number): number {
  return inFolder((database, folder) => {
    const session = new HistorySession(console.error);
    for (let n = 0; n < SIZED; n += 1)
      session.append(database, [{ series: key(n), samples: month(value, late) }]);
    session.close();
    const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    return Math.round((size / SIZED / MINUTES) * 100) / 100;
  });
}

function inFolder<T>(work: (database: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'history-bench-'));
  try {
    return work(join(folder, 'orion.sqlite'), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sizes = {
  'one decimal, stored when observed': bytesPerSample(walk, 1),
  'one decimal, stored up to 30 ms later': bytesPerSample(walk, 30),
  'random bits, stored when observed': bytesPerSample(random, 1),
  'random bits, stored up to 30 ms later': bytesPerSample(random, 30),
};

const rates = inFolder((database) => {
  const session = new HistorySession(console.error);
  for (let n = 0; n < SERIES; n += 1)
    session.append(database, [{ series: key(n), samples: month(walk, 30) }]);
  const all = Array.from({ length: SERIES }, (_, n) => key(n));
  const by = (unit: 'hour' | 'day', series: readonly SeriesKey[]) => () => {
    const period: Period = { kind: 'calendar', unit, zone: 'UTC' };
    const needs = { values: false, texts: false };
    return session.aggregate(database, series, { window: ALL_TIME, period, needs, most: 1_000 });
  };
  const doubles = Float64Array.from({ length: MINUTES }, walk);
  const measured = [
    measure('floor: sum of 43,200 doubles', () => doubles.reduce((a, b) => a + b, 0)),
    measure('hourly averages of a month', by('hour', [key(3)])),
    measure('daily averages of a month, 20 series', by('day', all)),
    measure('last 100 values', () =>
      session.read(database, [key(5)], { window: ALL_TIME, newest: 100, limit: 100 }),
    ),
  ];
  session.close();
  return measured;
});

if (asJson) printJson({ bytesPerSample: sizes, rates });
else {
  for (const [name, bytes] of Object.entries(sizes))
    console.log(`${name.padEnd(40)} ${bytes} bytes a sample`);
  report(rates);
}
