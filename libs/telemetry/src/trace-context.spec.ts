import { readTraceContext, traceHeaders, traceIdOf } from './trace-context';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${ID}-00f067aa0ba902b7-01`;
const read = (headers: Record<string, string>) => readTraceContext((name) => headers[name]);

describe('readTraceContext', () => {
  it('takes over what is valid', () => {
    const trace = read({ traceparent: PARENT, tracestate: 'vendor=1,other=2' })!;
    expect(trace).toEqual({ traceparent: PARENT, tracestate: 'vendor=1,other=2' });
    expect(traceHeaders(trace)).toEqual(trace);
    expect(traceIdOf(trace)).toBe(ID);
  });

  it('reads later versions as far as this one goes', () => {
    expect(read({ traceparent: `cc-${ID}-00f067aa0ba902b7-01-what-comes` })).toEqual({ traceparent: PARENT });
  });

  it.each([
    '',
    'nonsense',
    PARENT.toUpperCase(),
    `${PARENT}, ${PARENT}`,
    `${PARENT}-more`,
    `ff-${ID}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${ID}-${'0'.repeat(16)}-01`,
    `00-${ID}-00f067aa0ba902b7-1`,
    ` ${PARENT}`,
  ])('starts anew after %j', (traceparent) => {
    expect(read({ traceparent, tracestate: 'a=1' })).toBeUndefined();
    expect(traceHeaders(undefined)).toEqual({});
  });

  it.each(['x'.repeat(513), 'a=\r\nX: 1', 'a=\u00e9', ''])(
    'leaves out a bad state alone: %#',
    (tracestate) => {
      expect(read({ traceparent: PARENT, tracestate })).toEqual({ traceparent: PARENT });
    },
  );
});
