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
    const log = { isEnabled: () => false } as unknown as BrokerLog;
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

  it.each(['', 'no JSON', '[]', '{"error":"incorrect level"}'])(
    'repeats an answer without one: %j',
    (body) => {
      expect(raised(new Answer(400, body))).toEqual([body]);
    },
  );

  it.each([200, 404, 500])('is not for status %s', (status) => {
    expect(raised(new Answer(status, '{"description":"x"}'))).toEqual([]);
  });
});
