const NAME = /[^,;|()\s]+/g;

/** Changes each name in the text of a type selection, and leaves what joins them. `*` is no name. */
export const mapNames = (text: string, change: (name: string) => string): string =>
  text.replace(NAME, (name) => (name === '*' ? name : change(name)));
