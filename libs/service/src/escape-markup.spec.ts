import { escapeMarkup } from './escape-markup';

it('escapes what ends a text or an attribute of HTML and XML, once', () => {
  expect(escapeMarkup(`<a b="c" d='e'>&amp;`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;');
});
