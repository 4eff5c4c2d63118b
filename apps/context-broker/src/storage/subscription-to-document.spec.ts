import type { Subscription } from '@smart-city/ngsiv2';
import { subscriptionToDocument } from './subscription-to-document';

const subscription = (limit?: number, jexlExpression?: string): Subscription =>
  ({
    servicePath: '/#',
    status: 'active',
    entities: [{ id: 'E' }],
    throttlingSeconds: 0,
    condition: {
      attrs: [],
      alterationTypes: [],
      notifyOnMetadataChange: true,
      ...(jexlExpression !== undefined && { jexlExpression }),
    },
    notification: {
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
});
