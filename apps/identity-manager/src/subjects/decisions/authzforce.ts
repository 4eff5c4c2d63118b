import { traceHeaders } from '@smart-city/telemetry';
import { escapeMarkup } from '@smart-city/service';
import { errorFields, type Logger } from '../../service/logger';
import type { DecisionResult } from './decision';
import { LocalDecisionPoint, type DecisionPoint, type Question } from './decision-point';

const attribute = (id: string, values: readonly string[]) =>
  `<Attribute AttributeId="${id}" IncludeInResult="false">${values
    .map(
      (value) =>
        `<AttributeValue DataType="http://www.w3.org/2001/XMLSchema#string">${escapeMarkup(value)}</AttributeValue>`,
    )
    .join('')}</Attribute>`;

const category = (name: string, attributes: readonly string[]) =>
  `<Attributes Category="${name}">${attributes.join('')}</Attributes>`;

/** A XACML 3.0 request: roles of the subject, application and path of the resource, verb of the action. */
function renderXacmlRequest({
  applicationId,
  userId,
  roles,
  request: { action, resource },
}: Question): string {
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<Request xmlns="urn:oasis:names:tc:xacml:3.0:core:schema:wd-17" CombinedDecision="false" ReturnPolicyIdList="false">' +
    category('urn:oasis:names:tc:xacml:1.0:subject-category:access-subject', [
      attribute('urn:oasis:names:tc:xacml:1.0:subject:subject-id', [userId]),
      ...(roles.length > 0
        ? [
            attribute(
              'urn:oasis:names:tc:xacml:2.0:subject:role',
              roles.map(({ id }) => id),
            ),
          ]
        : []),
    ]) +
    category('urn:oasis:names:tc:xacml:3.0:attribute-category:resource', [
      attribute('urn:oasis:names:tc:xacml:1.0:resource:resource-id', [applicationId]),
      attribute('urn:thales:xacml:2.0:resource:sub-resource-id', [resource]),
    ]) +
    category('urn:oasis:names:tc:xacml:3.0:attribute-category:action', [
      attribute('urn:oasis:names:tc:xacml:1.0:action:action-id', [action]),
    ]) +
    category('urn:oasis:names:tc:xacml:3.0:attribute-category:environment', []) +
    '</Request>'
  );
}

const timeoutMs = 5000;

/** Asks AuthzForce; applications without a domain there are decided by their own permissions. */
export class AuthzforceDecisionPoint implements DecisionPoint {
  private readonly local: LocalDecisionPoint;

  constructor(
    private readonly server: { readonly host: string; readonly port: number },
    private readonly log: Logger,
  ) {
    this.local = new LocalDecisionPoint(log);
  }

  async decide(question: Question): Promise<DecisionResult> {
    if (question.azfDomain === '') return this.local.decide(question);
    try {
      return { decision: await this.ask(question), permission: undefined };
    } catch (error) {
      this.log.error('AuthzForce did not answer', errorFields(error));
      return { decision: 'Deny', permission: undefined };
    }
  }

  private async ask(question: Question): Promise<'Permit' | 'Deny'> {
    const { host, port } = this.server;
    const { default: undici } = await import('undici');
    const { statusCode, body } = await undici.request(
      `http://${host}:${port}/authzforce-ce/domains/${encodeURIComponent(question.azfDomain)}/pdp`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/xml',
          accept: 'application/xml',
          ...traceHeaders(question.trace),
        },
        body: renderXacmlRequest(question),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      },
    );
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`AuthzForce answered ${statusCode}`);
    return /<(?:\w+:)?Decision>\s*Permit\s*<\/(?:\w+:)?Decision>/.test(text) ? 'Permit' : 'Deny';
  }
}
