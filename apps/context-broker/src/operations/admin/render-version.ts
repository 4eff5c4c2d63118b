import { arch, hostname } from 'node:os';
import { ORION_VERSION, PRODUCT_VERSION } from '../../version';

const MACHINE: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
const DAY = 86_400;

function uptime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / DAY)} d, ${Math.floor((seconds % DAY) / 3600)} h, ${Math.floor((seconds % 3600) / 60)} m, ${seconds % 60} s`;
}

/** The libraries of the original, with what does their work here. */
const LIBRARIES: readonly (readonly [string, string])[] = [
  ['boost', 'not used'],
  ['libcurl', `undici ${process.versions['undici'] ?? ''}`.trim()],
  ['libmosquitto', 'mqtt.js'],
  ['libmicrohttpd', `node ${process.versions.node}`],
  ['libcjexl', PRODUCT_VERSION],
  ['openssl', process.versions.openssl],
  ['rapidjson', PRODUCT_VERSION],
  ['mongoc', 'mongodb'],
  ['bson', 'bson'],
  ['librdkafka', '@platformatic/kafka'],
];

/** The text of `GET /version`: lines, two blanks of indentation, a final line break. */
export function renderVersionAnswer(uptimeMs: number, withLibraries: boolean): string {
  const fields: readonly (readonly [string, string])[] = [
    ['version', ORION_VERSION],
    ['uptime', uptime(uptimeMs)],
    ['git_hash', 'nogitversion'],
    ['compile_time', 'Sat Nov 21 00:00:00 UTC 2026'],
    ['compiled_by', 'root'],
    ['compiled_in', hostname()],
    ['release_date', 'Sat Nov 21 00:00:00 UTC 2026'],
    ['machine', MACHINE[arch()] ?? arch()],
    ['doc', 'https://fiware-orion.rtfd.io/en/4.7.0/'],
  ];
  const lines = fields.map(([name, value]) => `  "${name}" : ${JSON.stringify(value)}`);
  if (withLibraries) {
    const libraries = LIBRARIES.map(([name, value]) => `     "${name}": ${JSON.stringify(value)}`);
    lines.push(`  "libversions": {\n${libraries.join(',\n')}\n   }`);
  }
  return `{\n"orion" : {\n${lines.join(',\n')}\n}\n}\n`;
}
