import type { OptionRecord } from '@smart-city/options';

/** Parameters of the console (`docs/console.md`). */
export const consoleOptions = [
  {
    name: 'adminConsole',
    flag: '-adminConsole',
    env: 'ORION_ADMIN_CONSOLE',
    kind: 'boolean',
    description: 'serve the console at /admin/console, and the way to it at /',
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
