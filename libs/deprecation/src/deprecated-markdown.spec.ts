import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES, featureStatuses, renderDeprecatedMarkdown, renderFeatureText } from './index';

describe('docs/deprecated.md', () => {
  it('is what tools/docs-deprecated.mjs writes', () => {
    expect(readFileSync(join(process.cwd(), 'docs', 'deprecated.md'), 'utf8')).toBe(
      renderDeprecatedMarkdown(),
    );
  });
  it('names every feature', () => {
    const text = renderDeprecatedMarkdown();
    for (const { feature } of FEATURES) expect(text).toContain(`| ${feature} |`);
  });
});

describe('the feature list', () => {
  it("says what Orion's list does not give", () => {
    const at = featureStatuses('3.9.0');
    expect(at.find(({ id }) => id === 'entityAttributesField')).toMatchObject({
      deprecatedIn: 'not given',
      removedIn: 'not yet removed',
    });
    expect(at.find(({ id }) => id === 'legacyNotification')).toMatchObject({
      deprecatedIn: '2.0.0',
      lastVersion: 'not given',
    });
    expect(at.find(({ id }) => id === 'ngsiv1')?.parts?.map(({ state }) => state)).toEqual([
      'deprecated',
      'deprecated',
      'deprecated',
    ]);
  });
  it('is readable as text', () => {
    expect(renderFeatureText('4.0.0')).toContain(
      'removed    Rush support (CLI parameter -rush)\n           deprecated in: 2.1.0\n           removed in:    2.3.0\n',
    );
  });
});
