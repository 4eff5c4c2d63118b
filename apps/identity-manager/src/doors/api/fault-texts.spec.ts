import type { ArgumentsHost } from '@nestjs/common';
import { Conflict, Fault, Forbidden, Invalid, NotFound } from '../../faults/faults';
import { ChangeApplication, CreateApplication } from '../../subjects/applications/application-input';
import { ChangeOrganization, CreateOrganization } from '../../subjects/organizations/organization-input';
import { ChangePermission, CreatePermission } from '../../subjects/roles/permission-input';
import { CreateRole, RenameRole } from '../../subjects/roles/role-input';
import type { Shape } from '../../validation/read-shape';
import { BodyPipe } from './body.pipe';
import { FaultFilter } from './fault.filter';
import { faultText } from './fault-texts';

/** What a client hears of a body, as the pipe and the filter make it of what is thrown. */
function answerTo(metatype: Shape<object>, sent: unknown): string {
  try {
    new BodyPipe().transform(sent, { type: 'body', data: 'thing', metatype });
    return 'taken';
  } catch (error) {
    if (error instanceof Fault) return faultText(error);
    throw error;
  }
}

const name = 'parking';
const redirect_uri = ['https://parking.city.example/back'];

describe('Keyrock’s words for a body', () => {
  it.each<[Shape<object>, unknown, string]>([
    [CreateRole, {}, 'Missing parameter name in body request or empty name'],
    [RenameRole, { name: '' }, 'Cannot set empty name'],
    [RenameRole, { id: 'x', name: '' }, 'Cannot set id or is_internal'],
    [CreatePermission, { name: '' }, 'Missing parameter name in body request or empty name'],
    [CreatePermission, { name, is_regex: 'yes' }, 'is_regex attribute must be a boolean'],
    [CreatePermission, { name, is_regex: '' }, 'taken'],
    [ChangePermission, { is_internal: true }, 'Cannot set id or is_internal'],
    [ChangePermission, { name: '', id: 'x' }, 'Cannot set empty name'],
    [CreateOrganization, null, 'Missing parameter thing in body request'],
    [CreateOrganization, { name, website: 'anything' }, 'taken'],
    [
      CreateOrganization,
      { name, website: 'javascript:alert(1)' },
      'website attribute has an address that is not accepted',
    ],
    [
      CreateOrganization,
      { name, description: 'x'.repeat(10_001) },
      'description attribute must have at most 10000 characters',
    ],
    [ChangeOrganization, { id: 'x', name: '' }, 'Cannot set id'],
    [CreateApplication, { redirect_uri }, 'Missing parameter name in body request or empty name'],
    [CreateApplication, { name }, 'Missing parameter redirect_uri in body request'],
    [CreateApplication, { name, redirect_uri: [1] }, 'redirect_uri attribute must be a string'],
    [CreateApplication, { name, redirect_uri, grant_type: 'password' }, 'Invalid Grant Type'],
    [CreateApplication, { name, redirect_uri, token_types: 'jwt' }, 'Invalid token type in body request'],
    [
      CreateApplication,
      { name, redirect_uri, default_token_kind: 'paper' },
      'default_token_kind must be bearer or jwt',
    ],
    [ChangeApplication, { redirect_uri: '' }, 'Cannot set empty redirect_uri'],
    [ChangeApplication, { secret: 'x' }, 'Cannot set id, secret or response_type'],
    [ChangeApplication, { unknown: 'x' }, 'taken'],
  ])('%p %j: %s', (shape, sent, text) => {
    expect(answerTo(shape, sent)).toBe(text);
  });
});

describe('A fault in an answer (docs/behaviour/identity-manager.md, "Which answer an error gets")', () => {
  const answers: unknown[][] = [];
  const response = {
    status: (code: number) => (answers.push([code]), response),
    set: (...header: unknown[]) => (answers.at(-1)?.push(header.join(': ')), response),
    json: (body: unknown) => answers.at(-1)?.push(body),
  };
  const host = { switchToHttp: () => ({ getResponse: () => response }) } as unknown as ArgumentsHost;

  it.each<[Fault, number, string, string]>([
    [new Invalid('name', 'string'), 400, 'Bad Request', 'name attribute must be a string'],
    [new Forbidden('internal'), 403, 'Forbidden', 'Not allowed'],
    [new NotFound('role'), 404, 'Not Found', 'Role not found'],
    [new Conflict('url', 'taken'), 409, 'Conflict', 'Url already used'],
  ])('%p has its status and Keyrock’s shape', (fault, code, title, message) => {
    new FaultFilter().catch(fault, host);
    expect(answers.at(-1)).toEqual([code, 'Cache-Control: no-store', { error: { message, code, title } }]);
  });
});
