/** How swc makes JavaScript of our sources, with the parameter types that Nest's injection reads from decorators. */
export const typescriptOptions = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    // `import … with { type: 'json' }`: without it Node does not load data.
    experimental: { keepImportAttributes: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'es6' },
};
