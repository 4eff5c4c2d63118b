import { runScript, shellBlocks } from '@smart-city/testing';
import { adminPassword, eachDatabase } from '../each-database';

const guide = shellBlocks('docs/identity-manager.md');
const readme = shellBlocks('README.md', '### A token and a decision');

const common = [
  /"token_type":"bearer","expires_in":3600,"refresh_token":"[0-9a-f]{40}"/,
  /"token_type":"jwt"/,
  /Permit$/m,
  /Deny$/m,
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
    ] as const)('%s', (_name, blocks, expected) => {
      const { status, stdout, stderr } = runScript(blocks.join('\n'), {
        env: { IDM: service().url, PASSWORD: adminPassword },
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      for (const part of expected) expect(stdout).toMatch(part);
    });
  });
});
