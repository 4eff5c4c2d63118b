import type { OptionRecord } from '@smart-city/options';

/** Parameters of traces and of the log's format. */
export const telemetryOptions = [
  {
    name: 'logFormat',
    flag: '-logFormat',
    env: 'ORION_LOG_FORMAT',
    kind: 'choice',
    choices: ['orion', 'json'],
    default: 'orion',
    description: 'layout of log lines: orion, or one JSON object a line',
    extended: true,
  },
  {
    name: 'otlpUrl',
    flag: '-otlpUrl',
    env: 'ORION_OTLP_URL',
    kind: 'url',
    description:
      'collector that takes traces by OTLP over HTTP, such as http://localhost:4318; without it nothing is recorded, and the trace context of requests is only passed on',
    extended: true,
  },
  {
    name: 'traceSamplePercent',
    flag: '-traceSample',
    env: 'ORION_TRACE_SAMPLE',
    kind: 'integer',
    default: 100,
    min: 0,
    max: 100,
    description: 'percentage of the traces that begin at this broker to be recorded',
    extended: true,
  },
] as const satisfies readonly OptionRecord[];
