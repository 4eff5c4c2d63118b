import { renderPolicySet } from './xacml-policy';

const permission = {
  id: 'p1',
  action: 'GET',
  resource: '/a?x=<1>',
  isRegex: false,
  useAuthorizationServiceHeader: false,
  regexEntityIds: null,
  regexAttributes: null,
  regexTypes: null,
  xml: null,
};

describe('XACML policies', () => {
  it('have one policy a role and one rule a permission', () => {
    const xml = renderPolicySet('app', 'set', '1.7', [
      { id: 'r1', permissions: [permission] },
      { id: 'r2', permissions: [] },
    ]);
    expect(xml).toContain('PolicySetId="set" Version="1.7"');
    expect(xml.match(/<Policy /g)).toHaveLength(2);
    expect(xml.match(/<Rule RuleId="p1" Effect="Permit">/g)).toHaveLength(1);
    expect(xml).toContain(
      '<AttributeValue DataType="http://www.w3.org/2001/XMLSchema#string">r1</AttributeValue>',
    );
  });

  it('escape every text', () => {
    const xml = renderPolicySet('a"b', 'set', '1.0', [{ id: "r'1", permissions: [permission] }]);
    expect(xml).toContain('/a?x=&lt;1&gt;');
    expect(xml).toContain('>a&quot;b<');
    expect(xml).toContain('PolicyId="r&#39;1"');
  });

  it.each([
    { useAuthorizationServiceHeader: true },
    { regexEntityIds: '^room' },
    { regexAttributes: 'temp' },
    { regexTypes: 'Room' },
  ])('have no rule for what AuthzForce cannot look at: %j', (restriction) => {
    const rules = [{ ...permission, ...restriction }];
    expect(renderPolicySet('app', 'set', '1.0', [{ id: 'r', permissions: rules }])).not.toContain('<Rule');
  });

  it('use the function for patterns, and rules written by hand', () => {
    const rules = [
      { ...permission, isRegex: true },
      { ...permission, id: 'p2', action: null, resource: null, xml: '<Rule RuleId="own"/>' },
    ];
    const xml = renderPolicySet('app', 'set', '1.0', [{ id: 'r', permissions: rules }]);
    expect(xml).toContain('function:string-regexp-match');
    expect(xml).toContain('<Rule RuleId="own"/></Policy>');
  });
});
