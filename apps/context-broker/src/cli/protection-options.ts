import type { OptionRecord } from '@smart-city/options';

/** Parameters that bound what strangers can do (`docs/security.md`). */
export const protectionOptions = [
  {
    name: 'requestMaxSeconds',
    flag: '-reqMaxTime',
    env: 'ORION_REQ_MAX_TIME',
    kind: 'integer',
    default: 60,
    min: 0,
    max: 86_400,
    description:
      'time in seconds within which a request has to arrive, body included, else it is answered 408 and its connection closed (a longer -reqTimeout counts instead); 0 is no limit',
    extended: true,
  },
  {
    name: 'queryTimeoutMs',
    flag: '-queryTimeout',
    env: 'ORION_QUERY_TIMEOUT',
    kind: 'integer',
    default: 15_000,
    min: 0,
    max: 3_600_000,
    description:
      'time in milliseconds that a query of entities may take, else it is ended and answered 504; 0 is no limit',
    extended: true,
  },
  {
    name: 'receiverDeny',
    flag: '-receiverDeny',
    env: 'ORION_RECEIVER_DENY',
    kind: 'list',
    default: ['linkLocal'],
    description:
      'whom notifications and forwards never go to: loopback, linkLocal (where clouds tell secrets), private, all, networks (10.0.0.0/8), addresses, hosts, *.domains, comma separated',
    extended: true,
  },
  {
    name: 'receiverAllow',
    flag: '-receiverAllow',
    env: 'ORION_RECEIVER_ALLOW',
    kind: 'list',
    default: [],
    description: 'exceptions from -receiverDeny, written alike',
    extended: true,
  },
  {
    name: 'notifRedirects',
    flag: '-notifRedirects',
    env: 'ORION_NOTIF_REDIRECTS',
    kind: 'choice',
    choices: ['none', 'sameHost', 'any'],
    default: 'sameHost',
    description: 'redirects that a receiver of notifications may answer with and that are followed',
    extended: true,
  },
  {
    name: 'adminFrom',
    flag: '-adminFrom',
    env: 'ORION_ADMIN_FROM',
    kind: 'choice',
    choices: ['any', 'loopback'],
    default: 'any',
    description:
      'who is served /admin, /log, /statistics, /cache and /metrics: everybody, as with Orion, or connections from this machine only',
    extended: true,
  },
  {
    name: 'adminToken',
    flag: '-adminToken',
    env: 'ORION_ADMIN_TOKEN',
    kind: 'text',
    secret: true,
    description:
      'token without which these paths are not served (Authorization: Bearer or X-Auth-Token); not together with -authz, which guards them by permissions',
    extended: true,
  },
  {
    name: 'tenants',
    flag: '-tenants',
    env: 'ORION_TENANTS',
    kind: 'list',
    default: [],
    description:
      'tenants that are served, beside the default one, comma separated; none named: all. Others are answered 403',
    extended: true,
  },
  {
    name: 'maxTenants',
    flag: '-maxTenants',
    env: 'ORION_MAX_TENANTS',
    kind: 'integer',
    default: 5000,
    min: 0,
    max: 1_000_000,
    description:
      'tenants that may have a database; a request that would make another one is answered 403; 0 is no limit',
    extended: true,
  },
] as const satisfies readonly OptionRecord[];
