import { Logger } from '@smart-city/logging';
import { badRequest } from '@smart-city/context';
import type { BrokerOptions } from '../cli/options';
import { Answer, errorAnswer } from '../http/answer';
import { AttributesController } from '../faces/ngsiv2/entities/attributes.controller';
import { routeOf, tableOf } from '../http/table-of.contract';
import { Alarms } from './alarms';
import { RequestLog } from './request-log';

type LoggedRequest = Parameters<RequestLog['answered']>[0];

const WHOLE: LoggedRequest = {
  method: 'PUT',
  url: '/x',
  operation: undefined,
  clientAddress: '1.2.3.4',
  contentType: undefined,
  body: Buffer.alloc(0),
  parameters: { options: new Set() },
  fault: undefined,
  faultDetail: undefined,
  hasPayloadFault: false,
  log: { correlator: 'c', transaction: 't', from: '1.2.3.4', service: '', servicePath: '/' },
};

/** The messages of the lines that a request and its answer leave. */
function linesOf(level: 'WARN' | 'INFO', request: Partial<LoggedRequest>, answer: Answer): readonly string[] {
  const lines: string[] = [];
  const sink = {
    write: (text: string) => void lines.push(text.trim().replace(/.*msg=/, '')),
    flush: () => undefined,
    close: () => undefined,
  };
  const settings = { component: 'Orion', level, lineMaxSize: 1000, payloadMaxSize: 1000 };
  const log = new Logger([{ sink, format: 'orion' }], settings);
  const alarms = new Alarms({ relogAlarms: false } as BrokerOptions, log);
  new RequestLog(log, alarms).answered({ ...WHOLE, ...request }, answer);
  return lines;
}

describe('the alarm of bad requests', () => {
  const raised = (answer: Answer) => linesOf('WARN', {}, answer);

  it('says what was wrong', () => {
    expect(raised(errorAnswer(badRequest('empty payload')))).toEqual([
      'Raising alarm BadInput 1.2.3.4: empty payload',
    ]);
  });

  it.each([200, 404, 500])('is not for status %s', (status) => {
    expect(raised(new Answer(status, '{"description":"x"}'))).toEqual([]);
  });

  it('is for what NGSIv1 tells inside a 200', () => {
    expect(linesOf('WARN', { faultDetail: 'No entities' }, new Answer(200, '{"errorCode":{}}'))).toEqual([
      'Raising alarm BadInput 1.2.3.4: No entities',
    ]);
  });

  it.each([
    ['PUT', '/v2/entities/E/attrs/a', true],
    ['DELETE', '/v2/entities/E/attrs/a', false],
    ['PUT', '/v2/entities/E/attrs', false],
  ])('is for what is not found by %s %s: %s', (method, path, isRaised) => {
    const { operation } = routeOf(tableOf([AttributesController]), method, path);
    const lines = linesOf('WARN', { operation }, new Answer(404, '{"description":"not found"}'));
    expect(lines).toEqual(isRaised ? ['Raising alarm BadInput 1.2.3.4: not found'] : []);
  });
});

describe('the line of a request (docs/behaviour/context-broker.md, "Log lines")', () => {
  const line = (request: Partial<LoggedRequest>, answer: Answer) => linesOf('INFO', request, answer).at(-1);

  it('tells the payload of an answer after its code, from 300 on', () => {
    expect(line({}, new Answer(404, '{}'))).toBe(
      'Request received: PUT /x, response code: 404, response payload (2 bytes): {}',
    );
    expect(line({ body: Buffer.from('[1]') }, new Answer(200, '[]'))).toBe(
      'Request received: PUT /x, request payload (3 bytes): [1], response code: 200',
    );
  });

  it('leaves out the closing quote of a string sent as text', () => {
    expect(line({ body: Buffer.from('"bar"'), contentType: 'text/plain' }, new Answer(204))).toBe(
      'Request received: PUT /x, request payload (4 bytes): "bar, response code: 204',
    );
  });
});
