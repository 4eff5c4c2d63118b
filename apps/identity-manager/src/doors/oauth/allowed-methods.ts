/** Paths that exist for other methods than the one asked. */
const allowed: readonly (readonly [path: RegExp, methods: string])[] = [
  [/^(\/idm\/applications\/[^/]+)?\/oauth2\/(token|revoke|introspect|enable_app)\/?$/, 'POST'],
  [/^(\/idm\/applications\/[^/]+)?\/oauth2\/authorize\/?$/, 'GET, POST'],
  [/^\/user\/?$/, 'GET, HEAD, POST'],
];

/** What a path of the OAuth endpoints can be asked with; undefined for an unknown path. */
export const allowedMethods = (path: string): string | undefined =>
  allowed.find(([pattern]) => pattern.test(path))?.[1];
