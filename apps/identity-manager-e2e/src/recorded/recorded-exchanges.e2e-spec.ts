import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DocumentedAnswers, type SeenAnswer } from '../documented-answers';
import { eachSharedDatabase } from '../each-database';
import { fromRecording, type Answer } from './answer';
import { asKeyrock } from './as-keyrock';
import { differences } from './differences';
import type { Difference } from './differences/difference';
import { exchanges, type Exchange } from './recording';
import { Replay } from './replay';

/*
 * Every exchange that was recorded with Keyrock 8.3.0 is sent here too, in the same order and with our ids and tokens
 * in place of its own. The answer is Keyrock's, but for the named differences, each of which has a row in the documents.
 */

const briefLives = {
  IDM_OAUTH_ACC_LIFETIME: '2',
  IDM_OAUTH_AUTH_LIFETIME: '1',
  IDM_OAUTH_REFR_LIFETIME: '3',
};

/** Documents that we have and Keyrock has not: their content is the matter of other tests. */
const ownDocuments: ReadonlySet<number> = new Set([218, 219]);

const showsIn = ({ exchanges: shown }: Difference, exchange: Exchange) =>
  typeof shown === 'function' ? shown(exchange) : shown.includes(exchange.number);

eachSharedDatabase((service) => {
  let answers: readonly SeenAnswer[] = [];

  it('every recorded exchange is answered as Keyrock answered, or as a named difference says', async () => {
    const { url, database } = service();
    const brief = await service().another({ ...briefLives, IDM_HOST: url });
    const replay = new Replay({ url, briefUrl: brief.url, query: database.query });
    ({ answers } = replay);
    const expected = new Map<number, Answer>();
    const unlike: unknown[] = [];
    for (const exchange of exchanges) {
      const ours = await replay.send(exchange);
      const as = (number: number) => expected.get(number) ?? missing(number);
      const wanted = differences
        .filter((difference) => showsIn(difference, exchange))
        .reduce<Answer>(
          (answer, difference) => difference.rewrite(answer, { exchange, url, as }),
          replay.translated(fromRecording(exchange.answer)),
        );
      expected.set(exchange.number, wanted);
      if (ownDocuments.has(exchange.number)) continue;
      if (!isDeepStrictEqual(defined(ours), defined(wanted)))
        unlike.push({ exchange: exchange.number, title: exchange.title, wanted, ours });
    }
    expect(unlike).toEqual([]);
  });

  it('the OpenAPI document says what is answered', async () => {
    const document = await DocumentedAnswers.of(service().url);
    expect(new Set(answers.flatMap((answer) => document.problemsOf(answer)))).toEqual(new Set());
  });
}, asKeyrock);

describe('the differences', () => {
  const folder = join(import.meta.dirname, '../../../../docs');
  const rows = ['identity-manager.md', 'identity-manager-api.md']
    .flatMap((page) => readFileSync(join(folder, page), 'utf8').split('\n'))
    .map((line) => /^\| (.+?) \|/.exec(line)?.[1]);

  it.each([...new Set(differences.map(({ row }) => row))])('%s has a row in the documents', (row) => {
    expect(rows).toContain(row);
  });

  it('Discovery has a row in the documents', () => expect(rows).toContain('Discovery'));
});

function missing(number: number): never {
  throw new Error(`exchange ${number} has not been yet`);
}

/** Without members that are undefined. */
const defined = (answer: Answer): unknown => JSON.parse(JSON.stringify(answer));
