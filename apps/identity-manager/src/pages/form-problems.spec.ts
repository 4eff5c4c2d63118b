import { readFileSync } from 'node:fs';
import { Conflict, Forbidden, Invalid } from '../faults/faults';
import { invalidRules } from '../faults/rules';
import { problemOf, problemsOf, problemsOfError } from './form-problems';

const english: unknown = JSON.parse(readFileSync('apps/identity-manager/src/messages/en.json', 'utf8'));
const fields = { name: 'role_name', url: 'url' };

describe('Problems of a form', () => {
  it('stand beside the fields', () => {
    const faults = [new Invalid('name', 'long', { max: 255 }), new Invalid('url', 'urlScheme')];
    expect(problemsOf(faults, fields)).toEqual({ role_name: 'problem.long', url: 'problem.urlScheme' });
    expect(problemsOfError(new Conflict('url', 'taken'), fields)).toEqual({ url: 'problem.taken' });
  });

  it('are said of the whole form when no field shows them', () => {
    const faults = [new Invalid('constructor', 'characters'), new Invalid('id', 'fixed', { members: 'id' })];
    expect(problemsOf(faults, fields)).toEqual({ form: 'problem.characters' });
    expect(problemsOf(faults.slice(1), fields)).toEqual({ form: 'problem.refused' });
  });

  it('say whether a password is too short or too long', () => {
    const problem = (facts: Record<string, number>) =>
      problemsOf([new Invalid('password', 'passwordLength', facts)], { password: 'password1' });
    expect(problem({ min: 8 })).toEqual({ password1: 'problem.passwordShort' });
    expect(problem({ max: 1024 })).toEqual({ password1: 'problem.passwordLong' });
  });

  it('are none of what no form can mend', () => {
    for (const error of [new Forbidden('internal'), new Error('disk full')])
      expect(() => problemsOfError(error, fields)).toThrow(error);
  });

  it('stand beside the part of a member where parts have fields', () => {
    const parts = { 'entities.types': 'types', 'entities.id_pattern': 'id_pattern' };
    const faults = [
      new Invalid('entities', 'entities', { member: 'types' }),
      new Invalid('entities', 'pattern', { member: 'id_pattern' }),
      new Invalid('entities', 'entities', { member: 'unheard' }),
    ];
    expect(problemsOf(faults, parts)).toEqual({
      types: 'problem.entities.types',
      id_pattern: 'problem.pattern',
      form: 'problem.entities',
    });
  });

  it('have a message for every rule', () => {
    for (const rule of [...invalidRules, 'taken']) expect(english).toHaveProperty([problemOf(rule)]);
  });
});
