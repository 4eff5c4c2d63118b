import { Ngsiv1Fault, NOT_JSON } from '@smart-city/ngsiv1';
import type { NgsiRequest } from '../../http/ngsi-request';
import { ngsiv1FaultAnswer } from './ngsiv1-answers';

describe('a payload of NGSIv1 that is refused (docs/behaviour/context-broker.md, "The alarm of bad requests")', () => {
  it.each([
    ['parsing', NOT_JSON, 'JSON Parse Error'],
    [
      'parsing',
      'JSON Parse Error: unknown field: /x',
      'JSON parse error: JSON Parse Error: unknown field: /x',
    ],
    ['checking', 'No entities', 'No entities'],
  ] as const)('while %s: %s', (found, details, logged) => {
    const request = {} as NgsiRequest;
    const fault = new Ngsiv1Fault({ code: 400, details }, found);
    const answer = ngsiv1FaultAnswer(request, fault, { parsing: 'errorCode', store: 'errorCode' });
    expect([answer.status, request.faultDetail]).toEqual([200, logged]);
  });

  it.each([
    [404, 'error forwarding update'],
    [500, undefined],
  ] as const)('is none where a provider is at fault: %s %s', (code, details) => {
    const request = {} as NgsiRequest;
    const fault = new Ngsiv1Fault({ code, ...(details !== undefined && { details }) }, 'checking');
    ngsiv1FaultAnswer(request, fault, { parsing: 'errorCode', store: 'errorCode' });
    expect(request.faultDetail).toBeUndefined();
  });
});
