export type { OptionKind, OptionRecord, OptionSource, OptionsOf } from './option-record';
export { OptionError } from './option-error';
export { readOptions, type OptionInput, type ReadOptions } from './read-options';
export { describeEnvironment, showCommandLine } from './describe-options';
export { renderExtendedUsage, renderHelp, renderUsage } from './render-usage';
export { renderMarkdownTable } from './render-markdown';
export { readNamedArguments, type NamedArguments } from './named-arguments';
export { nearestOf } from './nearest-of';
export { misspeltVariables } from './misspelt-variables';
