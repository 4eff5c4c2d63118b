import { execFileSync } from 'node:child_process';

const script = `import { testEnvironment } from './tools/test-environment.mjs';
console.log(JSON.stringify(testEnvironment(JSON.parse(process.argv[1]))));`;
const testEnvironment = (environment: object): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script, '--', JSON.stringify(environment)], {
      encoding: 'utf8',
    }),
  );

describe('the environment for the tests', () => {
  it('has no settings of services, only the addresses of test servers and what is nobody else’s', () => {
    const kept = {
      PATH: '/bin',
      MONGODB_URI: 'mongodb://m',
      IDM_TEST_POSTGRES_URL: 'postgres://p',
      MY_IDM_PORT: '1',
    };
    const ofServices = {
      ORION_PORT: '1',
      ORION_MONGO_URI: 'mongodb://own',
      IDM_PORT: '2',
      IDM_DB_PASS_FILE: '/own',
    };
    expect(testEnvironment({ ...kept, ...ofServices })).toEqual(kept);
  });
});
