import type { OptionRecord } from '@smart-city/options';

/** Parameters of the console (`docs/console.md`). */
export const consoleOptions = [
  {
    name: 'adminConsole',
    flag: '-adminConsole',
    env: 'ORION_ADMIN_CONSOLE',
    kind: 'boolean',
    description: 'serve the console at /admin/console, the way to it at /, and /api-docs',
    extended: true,
  },
  {
    name: 'consoleUrl',
    flag: '-consoleUrl',
    env: 'ORION_CONSOLE_URL',
    kind: 'url',
    description:
      'address of this broker in browsers, for users who come back from signing in (with -authz); by default the one they asked for',
    extended: true,
  },
  {
    name: 'consoleSignInUrl',
    flag: '-consoleSignInUrl',
    env: 'ORION_CONSOLE_SIGN_IN_URL',
    kind: 'url',
    description: 'address of the identity manager in browsers, when it is not -authzUrl',
    extended: true,
  },
  {
    name: 'consoleClientSecret',
    flag: '-consoleClientSecret',
    env: 'ORION_CONSOLE_CLIENT_SECRET',
    kind: 'text',
    secret: true,
    description:
      'secret of the application -authzAppId, for signing in to the console; none for a public client',
    extended: true,
  },
  {
    name: 'consoleTileUrl',
    flag: '-consoleTileUrl',
    env: 'ORION_CONSOLE_TILE_URL',
    kind: 'url',
    description:
      "base map of the console's map: address of its pictures with {z}, {x} and {y}; browsers then ask that server",
    extended: true,
  },
  {
    name: 'consoleTileCredit',
    flag: '-consoleTileCredit',
    env: 'ORION_CONSOLE_TILE_CREDIT',
    kind: 'text',
    default: '',
    description: 'whom to credit for the base map, as its terms want it',
    extended: true,
  },
] as const satisfies readonly OptionRecord[];
