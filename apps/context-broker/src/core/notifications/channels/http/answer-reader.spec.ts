import fc from 'fast-check';
import { AnswerReader, NoHttpAnswer, type ReceiverAnswer } from './answer-reader';

/** Gives the bytes in pieces; then the connection ends where nothing was complete. */
function read(text: string, cuts: readonly number[] = [], isHead = false): ReceiverAnswer | undefined {
  const reader = new AnswerReader(isHead, 1_000);
  const bytes = Buffer.from(text, 'latin1');
  const at = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  const pieces = [0, ...at].map((from, index) => bytes.subarray(from, [...at, bytes.length][index]));
  for (const piece of pieces) {
    const answer = piece.length === 0 ? undefined : reader.push(piece);
    if (answer !== undefined) return answer;
  }
  return reader.end();
}

const answer = (code: number, more: Partial<ReceiverAnswer> = {}): ReceiverAnswer => ({
  code,
  location: undefined,
  body: '',
  isKept: true,
  ...more,
});

const ANSWERS: readonly (readonly [string, string, ReceiverAnswer])[] = [
  ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', answer(204)],
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine', answer(200)],
  [
    'a body of a failure',
    'HTTP/1.1 404 Not Found\r\ncontent-length:4\r\n\r\ngone',
    answer(404, { body: 'gone' }),
  ],
  [
    'chunks',
    'HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n',
    answer(500, { body: 'abcde' }),
  ],
  ['chunks of nothing', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', answer(200)],
  [
    'an interim answer',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n',
    answer(201),
  ],
  [
    'a redirect',
    'HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n',
    answer(302, { location: '/x' }),
  ],
  [
    'a goodbye',
    'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    answer(200, { isKept: false }),
  ],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', answer(200, { isKept: false })],
  [
    'HTTP/1.0 that stays',
    'HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n',
    answer(200),
  ],
  [
    'an end that is the connection’s',
    'HTTP/1.1 400 No\r\n\r\nbody',
    answer(400, { body: 'body', isKept: false }),
  ],
  [
    'a body cut short',
    'HTTP/1.1 400 No\r\nContent-Length: 9\r\n\r\nbody',
    answer(400, { body: 'body', isKept: false }),
  ],
  [
    'a length beside chunks, which is not kept',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    answer(200, { isKept: false }),
  ],
];

describe('an answer', () => {
  it.each(ANSWERS)('with %s', (_what, text, expected) => expect(read(text)).toEqual(expected));

  it.each(ANSWERS)('with %s, however it is cut', (_what, text, expected) => {
    fc.assert(
      fc.property(fc.array(fc.nat(500)), (cuts) => {
        expect(read(text, cuts)).toEqual(expected);
      }),
    );
  });

  it('to HEAD has no body, whatever it says', () => {
    expect(read('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n', [], true)).toEqual(answer(200));
  });

  it('is not read to its end when it is too long', () => {
    const reader = new AnswerReader(false, 10);
    expect(reader.push(Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(11)}`))).toEqual(
      answer(200, { isKept: false }),
    );
  });

  it('is not kept when more follows that nobody asked for', () => {
    expect(read('HTTP/1.1 204 X\r\n\r\nHTTP/1.1 200 OK\r\n')).toEqual(answer(204, { isKept: false }));
  });

  it('does not come', () => expect(new AnswerReader(false, 10).end()).toBeUndefined());

  it.each([
    'hello\r\n\r\n',
    'hello',
    'SSH-2.0-OpenSSH\r\n',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1 99 X\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n',
    'HTTP/1.1 200',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}`,
  ])('is not what %j says', (text) => expect(() => read(text)).toThrow(NoHttpAnswer));
});
