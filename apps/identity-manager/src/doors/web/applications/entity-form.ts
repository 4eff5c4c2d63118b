import type { EntityScope } from '@smart-city/authz';
import type { Form } from '../../../pages/form';

/** What the form of a permission on entities holds, also to show it again. */
export interface EntityFields {
  readonly entity_verbs: readonly string[];
  /** Names here and below, one a line: none has blanks. */
  readonly types: string;
  readonly ids: string;
  readonly id_pattern: string;
  readonly attrs: string;
  readonly service_paths: string;
}

/** Where the form shows what is wrong with a member of `entities`. */
export const entityFieldNames = {
  'entities.verbs': 'entity_verbs',
  'entities.types': 'types',
  'entities.ids': 'ids',
  'entities.id_pattern': 'id_pattern',
  'entities.attrs': 'attrs',
  'entities.service_paths': 'service_paths',
};

export const fieldsOfScope = (scope: EntityScope | null): EntityFields => ({
  entity_verbs: scope?.verbs ?? [],
  types: inLines(scope?.types),
  ids: inLines(scope?.ids),
  id_pattern: scope?.id_pattern ?? '',
  attrs: inLines(scope?.attrs),
  service_paths: inLines(scope?.service_paths),
});

export const readEntityFields = (form: Form): EntityFields => ({
  entity_verbs: form.list('entity_verbs'),
  types: form.text('types'),
  ids: form.text('ids'),
  id_pattern: form.text('id_pattern'),
  attrs: form.text('attrs'),
  service_paths: form.text('service_paths'),
});

/** The form as the member `entities`: what was left empty says nothing. Verbs are always sent, since one is needed. */
export function scopeMembers(fields: EntityFields): object {
  const { entity_verbs: verbs, id_pattern, types, ids, attrs, service_paths } = fields;
  const filled = Object.entries({ types, ids, attrs, service_paths }).filter(([, text]) => text !== '');
  return {
    verbs,
    ...Object.fromEntries(filled.map(([name, text]) => [name, text.split(/\s+/)])),
    ...(id_pattern !== '' && { id_pattern }),
  };
}

const inLines = (names: readonly string[] | undefined) => (names ?? []).join('\n');
