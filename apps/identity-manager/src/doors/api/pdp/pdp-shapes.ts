import { AnyObject, Described, Text, Texts, Truth } from '../../../openapi/described';

/** A question about roles that says what the request touches. */
export class OpaQuestion {
  @Text({ description: 'Id of the application.' }) appId!: string;
  @Text({ description: 'HTTP verb.' }) action!: string;
  @Text({ description: 'Path.' }) resource!: string;
  @Texts({
    required: false,
    description: 'Ids; those that are no roles of the application count for nothing.',
  })
  roles?: readonly string[];
  @Text({ required: false }) tenant?: string;
  @Texts({ required: false, description: 'Ids of entities.' }) ids?: readonly string[];
  @Texts({ required: false }) idPatterns?: readonly string[];
  @Texts({ required: false }) types?: readonly string[];
  @Texts({ required: false }) attrs?: readonly string[];
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
  @AnyObject({ description: 'With the categories AccessSubject, Action and Resource.' }) Request!: object;
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
