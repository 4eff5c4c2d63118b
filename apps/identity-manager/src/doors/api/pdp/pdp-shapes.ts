import { TextsOrOne } from '../../../validation/lists';
import { LongText } from '../../../validation/members';
import { rule, rules } from '../../../validation/rule';
import { AnyObject, Described, Text, Texts, Truth } from '../../../openapi/described';

const longestText = 2048;
/** Also what one statement of each database takes. */
const mostValues = 1000;

const Needed = (description: string) =>
  rules(LongText({ max: longestText, needed: 'always' }), Text({ description }));

const Several = (description?: string) =>
  rules(
    TextsOrOne({ max: longestText, most: mostValues }),
    Texts({ required: false, ...(description !== undefined && { description }) }),
  );

/**
 * What an enforcement point asks about roles: it has looked into the request, and knows whose roles they are. A list may be one
 * text.
 */
export class OpaQuestion {
  @Needed('Id of the application.') appId!: string;
  @Needed('HTTP verb.') action!: string;
  @Needed('Path.') resource!: string;
  @Several('Ids; those that are no roles of the application count for nothing.')
  roles?: readonly string[];
  @LongText({ max: longestText }) tenant?: string | null;
  @Several('Ids of entities.') ids?: readonly string[];
  @Several() idPatterns?: readonly string[];
  @Several() types?: readonly string[];
  @Several() attrs?: readonly string[];
}

export const opaExample = {
  appId: '8f0a3a34-6f1c-4c7a-9d4b-0d4c7b1f4f5e',
  action: 'GET',
  resource: '/v2/entities',
  roles: ['6d2ac1f9-7b64-4a0c-8c8e-1c6a0f4b7d11'],
};

export class OpaAnswer {
  @Truth() allow!: boolean;
}

/** A request of the JSON profile of XACML 3.0. */
export class XacmlQuestion {
  @AnyObject({ description: 'With the categories AccessSubject, Action and Resource.' })
  @rule('object', (sent) => typeof sent === 'object' && sent !== null)
  Request!: object;
}

const attribute = (AttributeId: string, Value: string) => ({ Attribute: [{ AttributeId, Value }] });

export const xacmlExample = {
  Request: {
    AccessSubject: attribute('urn:oasis:names:tc:xacml:2.0:subject:role', opaExample.roles[0] ?? ''),
    Action: attribute('urn:oasis:names:tc:xacml:1.0:action:action-id', 'GET'),
    Resource: [
      attribute('urn:oasis:names:tc:xacml:1.0:resource:resource-id', opaExample.appId),
      attribute('urn:thales:xacml:2.0:resource:sub-resource-id', opaExample.resource),
    ],
  },
};

export class XacmlAnswer {
  @Described({ type: 'array', items: { type: 'object' }, description: 'With one `Decision`.' })
  Response!: readonly object[];
}
