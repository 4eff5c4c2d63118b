import { websiteFault } from '../validation/web-address';

/** Message key of what is wrong with a link that people will click; empty is fine. Only http and https are links. */
export function websiteProblem(text: string): string | undefined {
  const fault = websiteFault(text);
  return fault && `problem.${fault}`;
}
