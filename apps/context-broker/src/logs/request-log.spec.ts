import { badRequest } from '@smart-city/ngsi';
import { Answer, errorAnswer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import type { Alarms } from './alarms';
import type { BrokerLog } from './broker-log';
import { RequestLog } from './request-log';

describe('the alarm of bad requests', () => {
  const raised = (answer: Answer) => {
    const details: string[] = [];
    const alarms = {
      raise: (...[, , detail]: Parameters<Alarms['raise']>) => void details.push(detail),
      counts: () => ({ active: 0, raised: 0, released: 0 }),
    } as unknown as Alarms;
    const log = { isEnabled: () => false, payload: (text: string) => text } as unknown as BrokerLog;
    const request = {
      clientAddress: '1.2.3.4',
      parameters: { options: new Set() },
    } as unknown as NgsiRequest;
    new RequestLog(log, alarms).answered(request, answer);
    return details;
  };

  it('says what was wrong', () => {
    expect(raised(errorAnswer(badRequest('empty payload')))).toEqual(['empty payload']);
  });

  it.each([200, 404, 500])('is not for status %s', (status) => {
    expect(raised(new Answer(status, '{"description":"x"}'))).toEqual([]);
  });
});

describe('the line of a request', () => {
  const line = (request: object, answer: Answer) => {
    const lines: string[] = [];
    const log = {
      isEnabled: () => true,
      info: (text: string) => void lines.push(text),
      payload: (text: string) => text,
    } as unknown as BrokerLog;
    const alarms = { raise: () => undefined, counts: () => ({ active: 0 }) } as unknown as Alarms;
    const whole = { method: 'PUT', url: '/x', body: Buffer.alloc(0), parameters: { options: new Set() } };
    new RequestLog(log, alarms).answered({ ...whole, ...request } as unknown as NgsiRequest, answer);
    return lines[0];
  };

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
