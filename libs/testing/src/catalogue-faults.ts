type Texts = Readonly<Record<string, string>>;

/**
 * What is wrong with the texts of an app: keys that a language lacks, has too many or in another order, parameters that differ
 * from those of English, empty texts, and counts that lack their form for one.
 *
 * @returns a line for each; empty for a good catalogue
 */
export function catalogueFaults(catalogue: Readonly<Record<'en' | 'es', Texts>>): readonly string[] {
  const english = Object.keys(catalogue.en);
  return Object.entries(catalogue).flatMap(([language, texts]) => {
    const keys = Object.keys(texts);
    return [
      ...english.filter((key) => !Object.hasOwn(texts, key)).map((key) => `${language} lacks ${key}`),
      ...keys.filter((key) => !Object.hasOwn(catalogue.en, key)).map((key) => `only ${language} has ${key}`),
      ...keys.filter((key) => texts[key]!.trim() === '').map((key) => `${language} ${key} is empty`),
      ...keys
        .filter((key) => parametersOf(texts[key]!) !== parametersOf(catalogue.en[key] ?? ''))
        .map((key) => `${language} ${key} has other parameters`),
      ...keys
        .filter((key) => key.endsWith('.many') && !Object.hasOwn(texts, key.replace(/many$/, 'one')))
        .map((key) => `${language} ${key} has no form for one`),
      ...(keys.join() === english.join() ? [] : [`${language} has another order`]),
    ];
  });
}

/** Parameters by name, each once. */
const parametersOf = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join();
