import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { adminPassword, eachDatabase } from '../each-database';

/** The `sh` blocks of the guide as one script: what a reader would paste, from top to bottom. */
const script = [...readFileSync('docs/identity-manager.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .map(([, lines]) => lines)
  .join('\n');

describe('the guide for users', () => {
  eachDatabase((service) => {
    it('has shell lines that work as they stand', () => {
      const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
        env: { ...process.env, NODE_OPTIONS: '', IDM: service().url, PASSWORD: adminPassword },
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      for (const part of [
        /"token_type":"bearer","expires_in":3600,"refresh_token":"[0-9a-f]{40}"/,
        /"token_type":"jwt"/,
        /http:\/\/localhost\/callback\?token=[0-9a-f]{40}&token_type=Bearer&expires_in=3600&state=xyz/m,
        /"username":"alice"/,
        /Permit$/m,
        /^Deny$/m,
        /^read$/m,
        /^401$/m,
        /\{"active":false\}/,
      ])
        expect(stdout).toMatch(part);
    });
  });
});
