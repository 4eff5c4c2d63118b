import { languageOf, LANGUAGES, type Language } from './language';

type Parameters = Readonly<Record<string, string | number>>;

/** A message in one language; `{name}` stands for a parameter. Unknown keys come out as they are. */
export type Translate<Key extends string = string> = (key: Key, parameters?: Parameters) => string;

/** The texts of an app by language, each by its key. */
export type Catalogue<Key extends string = string> = Readonly<
  Record<Language, Readonly<Record<Key, string>>>
>;

/** Every message of an app. English stands in for what another language lacks. */
export class Messages<Key extends string = string> {
  private readonly byLanguage: ReadonlyMap<Language, ReadonlyMap<string, string>>;

  /** @param preset  the language of those who say nothing; English where it is none that we have */
  constructor(
    catalogue: Catalogue<Key>,
    private readonly preset?: string,
  ) {
    this.byLanguage = new Map(
      LANGUAGES.map((language) => [language, new Map(Object.entries<string>(catalogue[language]))]),
    );
  }

  /** @param accept  an Accept-Language header */
  languageFor(chosen: string | undefined, accept: string | undefined): Language {
    return languageOf(chosen, accept, this.preset);
  }

  /** As it stands in its file, the names of its parameters in braces. */
  text(language: Language, key: Key): string {
    return this.byLanguage.get(language)?.get(key) ?? this.byLanguage.get('en')?.get(key) ?? key;
  }

  translator(language: Language): Translate<Key> {
    return (key, parameters = {}) => {
      return this.text(language, key).replace(/\{(\w+)\}/g, (_match, name: string) =>
        String(parameters[name] ?? ''),
      );
    };
  }

  /** The message where there is one, else the other text. */
  ofService(t: Translate<Key>, key: string, otherwise: string): string {
    return this.has(key) ? t(key) : otherwise;
  }

  /** What messages go on with after a beginning: `login` for `event.login` and `event.`. */
  after(beginning: string): readonly string[] {
    const keys = [...(this.byLanguage.get('en')?.keys() ?? [])];
    return keys.filter((key) => key.startsWith(beginning)).map((key) => key.slice(beginning.length));
  }

  has(key: string): key is Key {
    return this.byLanguage.get('en')?.has(key) ?? false;
  }
}
