export const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose finding depends on theme and width, and those on names, of which a narrow window hides some. */
export const RULES_OF_APPEARANCE = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'link-name',
  'button-name',
  'label',
  'select-name',
  'summary-name',
  'empty-heading',
  'empty-table-header',
];
