export { chosenLanguage, parseLanguageRanges, type LanguageRange } from './language-ranges';
export { renderLdEntity, renderLdFeature, type FeatureOptions } from './render-entity';
export {
  selectAttributes as selectLdAttributes,
  withoutEnded,
  type ShownAttribute,
} from './select-attributes';
export type { Format, Selection, ShowOptions } from './show-options';
export { shownValue, type ShownValue } from './shown-value';
