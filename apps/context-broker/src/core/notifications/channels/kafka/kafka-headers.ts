import { byteOrder } from '@smart-city/context';
import type { Header } from '../../outgoing';

/** Headers of custom notifications cannot touch these two. */
const PROTECTED_HEADERS: ReadonlySet<string> = new Set(['fiware-correlator', 'ngsiv2-attrsformat']);

/**
 * The headers of a Kafka record, in the order of their lower-case names .
 *
 * @param standard  in their own spelling
 * @param custom    of the subscription, names in lower case: take the place of standard ones, but for the protected ones;
 *                  those without a value are passed over
 */
export function kafkaHeaders(
  standard: readonly Header[],
  custom: ReadonlyMap<string, string>,
): readonly Header[] {
  const headers = new Map(standard.map(([name, value]) => [name.toLowerCase(), [name, value] as Header]));
  for (const [name, value] of custom) {
    if (value === '' || PROTECTED_HEADERS.has(name)) continue;
    headers.set(name, [headers.get(name)?.[0] ?? name, value]);
  }
  return [...headers].sort(([a], [b]) => byteOrder(a, b)).map(([, header]) => header);
}
