import type { Options } from '../../../cli/options';
import { patternFault } from '../../../subjects/decisions/permission';
import type { PermissionRow } from '../../../database/entities/role.row';
import { present, type Problems } from '../../../subjects/users/accounts.service';
import { sameNames } from '../api-problems';
import type { Form } from '../../../pages/form';

/** The verbs that a permission can name. */
export const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Level = Options['pdp']['level'];

/** What the form holds, also to show it again. */
export interface PermissionFields {
  readonly permission_name: string;
  readonly description: string;
  readonly action: string;
  readonly resource: string;
  readonly is_regex: boolean;
  readonly use_header: boolean;
  readonly service_header: string;
  readonly regex_entity_ids: string;
  readonly regex_attributes: string;
  readonly regex_types: string;
  readonly xml: string;
}

const patternFields = ['regex_entity_ids', 'regex_attributes', 'regex_types'] as const;

/** Where the form shows what the management API refuses. */
export const permissionFieldNames = {
  name: 'permission_name',
  authorization_service_header: 'service_header',
  ...sameNames('description', 'action', 'resource', 'xml', ...patternFields),
};

export const fieldsOfPermission = (row: PermissionRow): PermissionFields => ({
  permission_name: row.name,
  description: row.description ?? '',
  action: row.action ?? '',
  resource: row.resource ?? '',
  is_regex: row.isRegex,
  use_header: row.useAuthorizationServiceHeader,
  service_header: row.authorizationServiceHeader ?? '',
  regex_entity_ids: row.regexEntityIds ?? '',
  regex_attributes: row.regexAttributes ?? '',
  regex_types: row.regexTypes ?? '',
  xml: row.xml ?? '',
});

export const readPermissionFields = (form: Form): PermissionFields => ({
  permission_name: form.text('permission_name'),
  description: form.text('description'),
  action: form.text('action'),
  resource: form.text('resource'),
  is_regex: form.has('is_regex'),
  use_header: form.has('use_header'),
  service_header: form.text('service_header'),
  regex_entity_ids: form.text('regex_entity_ids'),
  regex_attributes: form.text('regex_attributes'),
  regex_types: form.text('regex_types'),
  xml: form.text('xml'),
});

const usesXml = ({ xml }: PermissionFields, level: Level) => level === 'advanced' && xml !== '';

const patternProblems = { malformed: 'problem.pattern', large: 'problem.largePattern' } as const;

function patternProblem(pattern: string) {
  const fault = pattern === '' ? undefined : patternFault(pattern);
  return fault && patternProblems[fault];
}

/** What a person can get wrong, by field; the parser of the management API has the last word. */
export function problemsOfPermission(fields: PermissionFields, level: Level): Problems {
  const {
    permission_name: name,
    resource,
    is_regex: isRegex,
    use_header: usesHeader,
    service_header: header,
  } = fields;
  const resourceProblem =
    resource === '' ? 'problem.resource' : isRegex ? patternProblem(resource) : undefined;
  return present({
    permission_name: name === '' ? 'problem.required' : name.length > 255 ? 'problem.long' : undefined,
    resource: usesXml(fields, level) ? undefined : resourceProblem,
    service_header: usesHeader && header === '' ? 'problem.serviceHeader' : undefined,
    ...Object.fromEntries(patternFields.map((name) => [name, patternProblem(fields[name])])),
  });
}

/** The form as a body of the management API; members of other decision levels are not sent. */
export function permissionBody(fields: PermissionFields, level: Level): object {
  const { permission_name: name, description, xml } = fields;
  if (usesXml(fields, level)) return { permission: { name, description, xml } };
  const patterns = Object.fromEntries(patternFields.map((field) => [field, fields[field]]));
  return {
    permission: {
      name,
      description,
      action: fields.action,
      resource: fields.resource,
      is_regex: fields.is_regex,
      use_authorization_service_header: fields.use_header,
      authorization_service_header: fields.use_header ? fields.service_header : null,
      ...(level === 'payload' && patterns),
    },
  };
}
