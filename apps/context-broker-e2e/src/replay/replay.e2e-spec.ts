import { startBroker } from '../support/each-store';
import { CHAPTERS } from './chapters';
import { Counterpart } from './counterpart';
import { Player, type Recorded } from './player';
import { digestOf, readRecording, writeRecording } from './recording';
import type { Chapter, Step } from './step';

const ARGS = [
  // A name of the database of its own: some faults tell it.
  ...['-db', 'orion', '-registrationPatch', '-apiDocs', '-statCounters'],
  ...['-notifAttempts', '5', '-notifDeadLetters', '3', '-corsOrigin', 'http://good.org'],
];
const isRecording = process.env['RECORD_ANSWERS'] === '1';
const MOST_SHOWN = 5;
/** Characters. */
const SHOWN = 300;

/**
 * The answers of thousands of requests, byte for byte as they were recorded (`recorded-answers.jsonl`), times, ids and ports aside.
 * A change of an answer on purpose is recorded anew (`node apps/context-broker-e2e/record-answers.mjs`, after a build)
 * and shows in the commit which lines of the file have changed.
 */
describe('every recorded answer', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let counterpart: Counterpart;
  let player: Player;
  const recorded: [Chapter, readonly Recorded[]][] = [];
  const recording = isRecording ? undefined : readRecording();

  beforeAll(async () => {
    counterpart = await Counterpart.start();
    broker = await startBroker(undefined, ARGS);
    player = new Player(broker.url, counterpart);
  });
  afterAll(async () => {
    if (isRecording) writeRecording(recorded);
    player.close();
    await broker.stop();
    counterpart.close();
  });

  it.each(CHAPTERS.map((chapter, at) => [chapter.name, chapter, `replay${at}`] as const))(
    'is given again: %s',
    async (name, chapter, tenant) => {
      const expected = recording?.get(name) ?? [];
      if (!isRecording) expect(expected.map(({ digest }) => digest)).toEqual(chapter.steps.map(digestOf));
      const played = await player.play(chapter, tenant, isRecording ? undefined : expected);
      if (isRecording) recorded.push([chapter, played]);
      else expect(differences(chapter.steps, played, expected)).toEqual([]);
    },
  );

  it('is one of a few thousand', () => {
    const count = CHAPTERS.reduce((sum, { steps }) => sum + steps.length, 0);
    expect(count).toBeGreaterThan(3_000);
  });
});

/** The first differences, each with its request and the texts from a little before where they part. */
const differences = (
  steps: readonly Step[],
  played: readonly Recorded[],
  expected: readonly Recorded[],
): readonly string[] =>
  steps
    .flatMap(({ method, path, body }, at) => {
      const wanted = [expected[at]!.answer, ...expected[at]!.sent];
      const now = [played[at]!.answer, ...played[at]!.sent];
      const first = now.findIndex((text, part) => text !== wanted[part]);
      if (first < 0 && now.length === wanted.length) return [];
      const [before, after] = parting(wanted[Math.max(first, 0)] ?? '', now[Math.max(first, 0)] ?? '');
      return [
        `${method} ${path} ${(JSON.stringify(body) ?? '').slice(0, SHOWN)}\n` +
          `requests sent: ${wanted.length - 1}, now ${now.length - 1}\nrecorded: ${before}\nnow: ${after}`,
      ];
    })
    .slice(0, MOST_SHOWN);

function parting(one: string, other: string): readonly string[] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return [one, other].map((text) => text.slice(Math.max(0, at - SHOWN / 2), at + SHOWN));
}
