export { chosenLanguage, parseLanguageRanges, type LanguageRange } from './language-ranges';
export { OlderKinds } from './older-versions';
export { renderLdEntity, renderLdFeature, type FeatureOptions } from './render-entity';
export { selectLdAttributes, withoutEnded, type ShownAttribute } from './select-attributes';
export type { Format, ShownMembers, ShowOptions } from './show-options';
export { ldShownValue, type ShownValue } from './shown-value';
