import type { Attempt } from './recent-attempts';
import type { ShownRequest } from './shown-request';

/** An attempt as its JSON shows it: what was sent, and either what was answered or why nothing was. */
export function attemptToJson(attempt: Attempt): object {
  const { atMs, durationMs, isTest, correlator, addressed, target, request, requestLength } = attempt;
  return {
    at: new Date(atMs).toISOString(),
    durationMs,
    ...(isTest && { test: true }),
    correlator,
    request: {
      ...(addressed === undefined ? { url: target } : requestToJson(addressed)),
      body: request,
      bodyLength: requestLength,
    },
    ...outcomeToJson(attempt),
  };
}

export const requestToJson = ({ headers, ...rest }: ShownRequest): object => ({
  ...rest,
  ...(headers !== undefined && { headers: Object.fromEntries(headers) }),
});

/** `answer` of whoever answered, also where the protocol has no status; `failure` else. */
export const outcomeToJson = ({
  code,
  answer,
  failure,
}: Pick<Attempt, 'code' | 'answer' | 'failure'>): object =>
  failure !== undefined
    ? { failure: failure || 'no answer' }
    : {
        answer: {
          ...(code !== undefined && { status: code }),
          ...(answer !== undefined && { body: answer }),
        },
      };
