import { AnyObject, Described, ListOf, OneOf, Text, Texts, Truth } from '../../../openapi/described';

const optional = { required: false };

class SubjectShape {
  @Text({ description: '`user`, `access_token`, `client` or `iot_agent`.' }) type!: string;
  @Text({
    description:
      'Of a user the id, else the username, else the address; `id:`, `username:` or `email:` says which.',
  })
  id!: string;
}

class ActionShape {
  @Text({
    description: 'A verb of HTTP; of an entity also `read`, `create`, `update`, `delete`, `subscribe`.',
  })
  name!: string;
}

class ResourceProperties {
  @Text({ ...optional, description: 'Type of the entity.' }) entityType?: string;
  @Texts({ ...optional, description: 'Attributes of the entity; without them all.' })
  attributes?: readonly string[];
}

class ResourceShape {
  @Text({ description: '`path`, `entity`, or any other, whose id is compared as a path.' }) type!: string;
  @Text() id!: string;
  @Described({ type: ResourceProperties, required: false }) properties?: ResourceProperties;
}

class ContextShape {
  @Text({ ...optional, description: 'Tenant.' }) tenant?: string;
  @Described({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    required: false,
    description: 'Service paths that will be touched; a text has them with commas.',
  })
  servicePath?: string | readonly string[];
  @Truth({ ...optional, description: 'Say why, to the application itself.' }) explain?: boolean;
}

/** One question (Authorization API section 6). */
export class EvaluationQuestion {
  @Described({ type: SubjectShape }) subject!: SubjectShape;
  @Described({ type: ActionShape }) action!: ActionShape;
  @Described({ type: ResourceShape }) resource!: ResourceShape;
  @Described({ type: ContextShape, required: false }) context?: ContextShape;
}

class EvaluationOptions {
  @OneOf(['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'], optional)
  evaluations_semantic?: string;
}

/** Several questions (section 7). What the request says itself lies below each item. */
export class EvaluationsQuestion {
  @AnyObject(optional) subject?: object;
  @AnyObject(optional) action?: object;
  @AnyObject(optional) resource?: object;
  @AnyObject(optional) context?: object;
  @Described({ type: EvaluationOptions, required: false }) options?: EvaluationOptions;
  @Described({ type: 'array', items: { type: 'object' }, maxItems: 100, required: false })
  evaluations?: readonly object[];
}

export const questionExample = {
  subject: { type: 'user', id: 'alice' },
  action: { name: 'GET' },
  resource: { type: 'path', id: '/v2/entities' },
};

/** A decision. */
export class EvaluationResult {
  @Truth() decision!: boolean;
  @AnyObject({ ...optional, description: 'Why, for `explain`, or what is wrong with the item.' })
  context?: object;
}

/** A decision for each item up to the one that decided; without items a single one. */
export class EvaluationsResult {
  @ListOf(EvaluationResult, optional) evaluations?: readonly EvaluationResult[];
  @Truth(optional) decision?: boolean;
  @AnyObject(optional) context?: object;
}

/** Where decisions are asked (section 9). */
export class AuthZenMetadata {
  @Text() policy_decision_point!: string;
  @Text() access_evaluation_endpoint!: string;
  @Text() access_evaluations_endpoint!: string;
}
