import { badRequest, conflict, notPermitted } from '../../http/api-errors';
import { problemsOfApi, sameNames } from './api-problems';

const fields = { name: 'permission_name', ...sameNames('description', 'url') };

describe('what the management API refuses', () => {
  it.each([
    [badRequest('name attribute must have at most 255 characters'), { permission_name: 'problem.long' }],
    [badRequest('description attribute has invalid characters'), { description: 'problem.characters' }],
    [badRequest('Cannot set empty name'), { permission_name: 'problem.required' }],
    [conflict('Url already used'), { url: 'problem.taken' }],
  ])('%s stands beside its field', (error, problems) => {
    expect(problemsOfApi(error, fields)).toEqual(problems);
  });

  it.each([
    [badRequest('xml attribute is too large'), { form: 'problem.long' }],
    [badRequest('constructor attribute has invalid characters'), { form: 'problem.characters' }],
    [badRequest('Idm is not configured to create XACML advanced rules'), { form: 'problem.refused' }],
  ])('%s is said of the whole form', (error, problems) => {
    expect(problemsOfApi(error, fields)).toEqual(problems);
  });

  it.each([notPermitted(), new Error('disk full')])('%s is no matter of the form', (error) => {
    expect(() => problemsOfApi(error, fields)).toThrow(error);
  });
});
