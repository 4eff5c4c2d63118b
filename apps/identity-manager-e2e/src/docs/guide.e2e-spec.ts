import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { adminPassword, eachDatabase } from '../each-database';

/** The `sh` blocks of a text as one script: what a reader would paste, from top to bottom. */
const scriptOf = (text: string) =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, lines]) => lines).join('\n');

const guide = readFileSync('docs/identity-manager.md', 'utf8');
const [, readme = ''] =
  /^### A token and a decision$([\s\S]*?)^#{2,4} /m.exec(readFileSync('README.md', 'utf8')) ?? [];

const common = [
  /"token_type":"bearer","expires_in":3600,"refresh_token":"[0-9a-f]{40}"/,
  /"token_type":"jwt"/,
  /Permit$/m,
  /^Deny$/m,
];

describe('shell lines work as they stand', () => {
  eachDatabase((service) => {
    it.each([
      ['of the README', readme, [...common, /"username":"admin"/, /access token is no longer valid/]],
      [
        'of the guide for users',
        guide,
        [
          ...common,
          /http:\/\/localhost\/callback\?token=[0-9a-f]{40}&token_type=Bearer&expires_in=3600&state=xyz/,
          /"username":"alice"/,
          /^read$/m,
          /^401$/m,
          /\{"active":false\}/,
        ],
      ],
    ] as const)('%s', (_name, text, expected) => {
      const { status, stdout, stderr } = spawnSync(
        'bash',
        ['--norc', '-euo', 'pipefail', '-c', scriptOf(text)],
        {
          env: { ...process.env, NODE_OPTIONS: '', IDM: service().url, PASSWORD: adminPassword },
          encoding: 'utf8',
          // From a socket bash would believe that it was called over the network, and read start-up files.
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      for (const part of expected) expect(stdout).toMatch(part);
    });
  });
});
