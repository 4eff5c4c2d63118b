/**
 * Where a request to a provider goes: its URL, whose path is at least `/`, and the operation after it. So
 * `http://agent:4041` is asked at `http://agent:4041//op/update`, the path that IoT agents serve because the original
 * asks there.
 *
 * @param path  begins with a slash
 */
export function providerEndpoint(url: string, path: string): string {
  return `${HOST_ONLY.test(url) ? `${url}/` : url}${path}`;
}

const HOST_ONLY = /^[a-z]+:\/\/[^/]*$/i;
