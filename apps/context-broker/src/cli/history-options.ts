import type { OptionRecord } from '@smart-city/options';

/** Parameters of history (`docs/history.md`). */
export const historyOptions = [
  {
    name: 'history',
    flag: '-history',
    env: 'ORION_HISTORY',
    kind: 'text',
    default: 'off',
    description:
      "keep the values of attributes over time: 'on' for all, 'off', or a JSON file that says of which types and attributes of which tenants",
    extended: true,
  },
  {
    name: 'historyDays',
    flag: '-historyDays',
    env: 'ORION_HISTORY_DAYS',
    kind: 'integer',
    default: 30,
    min: 0,
    max: 36_500,
    description: 'days for which values are kept at least; whole weeks are dropped (0: for ever)',
    extended: true,
  },
  {
    name: 'historyPage',
    flag: '-historyPage',
    env: 'ORION_HISTORY_PAGE',
    kind: 'integer',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    description: 'most values of a series, or periods of one, in an answer about history',
    extended: true,
  },
  {
    name: 'historyPort',
    flag: '-historyPort',
    env: 'ORION_HISTORY_PORT',
    kind: 'integer',
    min: 0,
    max: 65_535,
    description:
      "a port beside -port that answers QuantumLeap's paths, by convention 8668; without it they are below /ql on -port alone",
    extended: true,
  },
] as const satisfies readonly OptionRecord[];
