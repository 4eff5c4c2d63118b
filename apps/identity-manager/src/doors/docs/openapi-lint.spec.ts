import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readShape } from '../../validation/read-shape';
import { apiRoutes } from '../api/route-list';
import { renderOpenApi } from './openapi';
import { requestShapes } from './request-schemas';

it('is valid OpenAPI by the rules of others', async () => {
  const document = renderOpenApi(apiRoutes(), 'https://id.city.example');
  const config = await createConfig({
    extends: ['recommended'], // Facts about the service cannot be asked for in a wrong way.
    rules: { 'info-license': 'off', 'operation-4xx-response': 'off' },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const told = problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
  );
  expect(told).toEqual([]);
});

it.each(Object.entries(requestShapes))('the example of %s keeps the rules', (_name, [shape, example]) => {
  expect(readShape(shape, example, 'program').faults).toEqual([]);
});
