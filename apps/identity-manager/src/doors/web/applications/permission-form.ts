import type { PermissionRow } from '../../../database/entities/role.row';
import type { Form } from '../../../pages/form';
import type { PdpLevel } from '../../../subjects/roles/permission-checks';
import {
  entityFieldNames,
  fieldsOfScope,
  readEntityFields,
  scopeMembers,
  type EntityFields,
} from './entity-form';

/** The verbs that a permission can name. */
export const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What a permission is about; an XACML rule has its field in the form of a path. */
export const PERMISSION_KINDS = ['path', 'entities'] as const;
export type PermissionKind = (typeof PERMISSION_KINDS)[number];

/** @param text  of an address or a form; what is no kind means a path */
export const permissionKind = (text: string): PermissionKind => (text === 'entities' ? 'entities' : 'path');

/** What the form holds, also to show it again; it shows the fields of its kind. */
export interface PermissionFields extends EntityFields {
  readonly kind: PermissionKind;
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

/** Where the form shows what is wrong with a member. */
export const permissionFieldNames = {
  name: 'permission_name',
  description: 'description',
  action: 'action',
  resource: 'resource',
  authorization_service_header: 'service_header',
  regex_entity_ids: 'regex_entity_ids',
  regex_attributes: 'regex_attributes',
  regex_types: 'regex_types',
  xml: 'xml',
  ...entityFieldNames,
};

export const fieldsOfPermission = (row: PermissionRow): PermissionFields => ({
  kind: row.entities === null ? 'path' : 'entities',
  ...fieldsOfScope(row.entities),
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
  kind: permissionKind(form.text('kind')),
  ...readEntityFields(form),
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

/** The form as members of a permission; those of the other kind and of other decision levels are left out, null clears. */
export function permissionMembers(fields: PermissionFields, level: PdpLevel): object {
  const { permission_name: name, xml, regex_entity_ids, regex_attributes, regex_types } = fields;
  const description = fields.description || null;
  const header = {
    use_authorization_service_header: fields.use_header,
    authorization_service_header: fields.use_header ? fields.service_header : null,
  };
  if (fields.kind === 'entities') return { name, description, entities: scopeMembers(fields), ...header };
  if (level === 'advanced' && xml !== '') return { name, description, xml };
  return {
    name,
    description,
    action: fields.action,
    resource: fields.resource,
    is_regex: fields.is_regex,
    ...header,
    ...(level === 'payload' && { regex_entity_ids, regex_attributes, regex_types }),
  };
}
