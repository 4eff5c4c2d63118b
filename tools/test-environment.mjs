/**
 * The environment for the tests: without the settings that a developer's shell has for services of their own, which would
 * reach those that the tests start. Addresses of test servers (`IDM_TEST_…`) stay.
 *
 * @param environment  names and values, as `process.env`
 */
export const testEnvironment = (environment) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(?:ORION|IDM)_(?!TEST_)/.test(name)));
