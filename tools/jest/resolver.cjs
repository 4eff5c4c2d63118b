/* global module */
/** Jest's resolution of modules, with the files that a package exports for `import` only where it has none for `require`. */
module.exports = (path, options) => {
  try {
    return options.defaultResolver(path, options);
  } catch (error) {
    const conditions = [...(options.conditions ?? []), 'import'];
    if (path.startsWith('.') || path.startsWith('/')) throw error;
    return options.defaultResolver(path, { ...options, conditions });
  }
};
