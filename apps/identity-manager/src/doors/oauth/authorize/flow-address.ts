import type { Request } from 'express';

/** The steps of the authorization endpoint, as their paths end. */
type FlowStep = 'authorize' | 'authorize/second_factor' | 'enable_app';

/** Express takes paths in any letter case, with and without a slash at the end. */
const anyStep = /\/(?:authorize(?:\/second_factor)?|enable_app)\/?$/i;

/** Where a step of the flow is, for the same question: below the path of the step that was asked, with its query as it came. */
export function flowAddress(
  { path, originalUrl }: Pick<Request, 'path' | 'originalUrl'>,
  step: FlowStep,
): string {
  const mark = originalUrl.indexOf('?');
  const query = mark < 0 ? '' : originalUrl.slice(mark);
  return `${path.replace(anyStep, '')}/${step}${query}`;
}
