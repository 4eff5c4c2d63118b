import { ChosenId } from '../../validation/chosen-id';
import { Fixed, Line, LongText, LooseFlag } from '../../validation/members';
import { rule } from '../../validation/rule';
import { Described } from '../../openapi/described';

const longestPattern = 2000;
const longestXml = 60_000;

const Pattern = () => LongText({ max: longestPattern });

/** A form says at once that a resource is needed; it always sends an action. */
const ResourceInForms = () =>
  rule(
    'resource',
    (resource, shape) => {
      const { xml, entities } = shape as PermissionRule;
      return Boolean(resource || xml || entities);
    },
    {
      inForms: true,
    },
  );

/** Members that a permission has from its making on and that a change may send again. */
abstract class PermissionRule {
  @Described({ description: 'HTTP verb.' }) @Line() action?: string | null;
  @Described({ description: 'Path, or a regular expression when is_regex is true.' })
  @ResourceInForms()
  @Pattern()
  resource?: string | null;
  @Described({ description: 'XACML rule, on level advanced.' })
  @LongText({ max: longestXml })
  xml?: string | null;
  @LongText() description?: string | null;
  @LooseFlag() is_regex?: boolean | null;
  @LooseFlag() use_authorization_service_header?: boolean | null;
  @Line() authorization_service_header?: string | null;
  @Pattern() regex_entity_ids?: string | null;
  @Pattern() regex_attributes?: string | null;
  @Pattern() regex_types?: string | null;
  @Described({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    selfRequired: false,
    description:
      'Not in Keyrock. Entities of a context broker, instead of action and resource: verbs (read, create, update, delete, subscribe), types, ids, id_pattern, attrs, service_paths.',
  } as never)
  @rule(
    'object',
    (sent) => sent === undefined || sent === null || (typeof sent === 'object' && !Array.isArray(sent)),
  )
  entities?: unknown;
}

/** What a new permission is made of: an action on a resource, or an XACML rule. */
export class CreatePermission extends PermissionRule {
  @Line({ needed: 'always' }) name!: string;
  @ChosenId() id?: string | null;
}

/** What can be changed of a permission. */
export class ChangePermission extends PermissionRule {
  @Line({ needed: 'ifSent' }) name?: string;
  @Fixed('id or is_internal') id?: unknown;
  @Fixed('id or is_internal') is_internal?: unknown;
}
