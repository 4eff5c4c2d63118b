import { renderJson } from '@smart-city/context';
import type { Subscription } from '@smart-city/ngsiv2';
import { subscriptionToDocument } from './subscription-to-document';

const subscription = (limit?: number, jexlExpression?: string): Subscription =>
  ({
    servicePath: '/#',
    status: 'active',
    entities: [{ id: 'E' }],
    throttlingSeconds: 0,
    condition: {
      language: 'ngsiv2',
      attrs: [],
      alterationTypes: [],
      notifyOnMetadataChange: true,
      ...(jexlExpression !== undefined && { jexlExpression }),
    },
    notification: {
      form: 'ngsiv2',
      channel: {
        kind: 'http',
        url: 'http://h/',
        timeoutMs: 0,
        headers: new Map(),
        qs: new Map(),
        body: { kind: 'default' },
      },
      attrs: [],
      isExceptAttrs: false,
      metadata: [],
      attrsFormat: 'normalized',
      onlyChangedAttrs: false,
      covered: false,
      ...(limit !== undefined && { maxFailsLimit: limit }),
    },
  }) as unknown as Subscription;

describe('the document of a subscription, as Orion writes it', () => {
  it('has members for what was not given', () => {
    const document = subscriptionToDocument(subscription());
    expect(document.get('jexlExpression')).toBe('');
    expect(document.get('maxFailsLimit')).toBe(-1);
    expect(subscriptionToDocument(subscription(3, 'A>1')).get('maxFailsLimit')).toBe(3);
    expect(subscriptionToDocument(subscription(3, 'A>1')).get('jexlExpression')).toBe('A>1');
  });

  it('shows Orion a condition in another language as one that is never true', () => {
    const plain = subscription();
    const document = subscriptionToDocument({
      ...plain,
      condition: { ...plain.condition, language: 'other', stated: new Map([['q', 'a==1']]) },
    });
    expect(renderJson(document.get('expression')!)).toContain('"q":"extendedQuery;!extendedQuery"');
    expect(renderJson(document.get('additions')!)).toBe(
      '{"language":"other","condition":"{\\"q\\":\\"a==1\\"}"}',
    );
  });
});
