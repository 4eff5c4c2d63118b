import { readFileSync } from 'node:fs';

/** Languages of the pages and mails; one message file each in `assets/messages/`. */
export const languages = ['en', 'es'] as const;

export type Language = (typeof languages)[number];

type Parameters = Readonly<Record<string, string | number>>;

/** A message in one language; `{name}` stands for a parameter. Unknown keys come out as they are. */
export type Translate = (key: string, parameters?: Parameters) => string;

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && (languages as readonly string[]).includes(text);

/** The first language of an Accept-Language header that we have. Order counts, weights are rarely out of order. */
function accepted(header: string | undefined): Language | undefined {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find(isLanguage);
}

/** Every message, read once. */
export class Messages {
  private readonly byLanguage: ReadonlyMap<Language, ReadonlyMap<string, string>>;

  constructor(
    folder: string,
    private readonly preset: string,
  ) {
    this.byLanguage = new Map(
      languages.map((language) => {
        const file = JSON.parse(readFileSync(`${folder}${language}.json`, 'utf8')) as Record<string, string>;
        return [language, new Map(Object.entries(file))];
      }),
    );
  }

  /**
   * The person's choice, else what their browser asks for, else the configured language.
   *
   * @param accept  an Accept-Language header
   */
  languageFor(chosen: string | undefined, accept: string | undefined): Language {
    if (isLanguage(chosen)) return chosen;
    return accepted(accept) ?? (isLanguage(this.preset) ? this.preset : 'en');
  }

  translator(language: Language): Translate {
    return (key, parameters = {}) => {
      const text = this.byLanguage.get(language)?.get(key) ?? this.byLanguage.get('en')?.get(key) ?? key;
      return text.replace(/\{(\w+)\}/g, (_match, name: string) => String(parameters[name] ?? ''));
    };
  }

  /** The message where there is one, else the other text. */
  ofService(t: Translate, key: string, otherwise: string): string {
    return this.has(key) ? t(key) : otherwise;
  }

  /** What messages go on with after a beginning: `login` for `event.login` and `event.`. */
  after(beginning: string): readonly string[] {
    const keys = [...(this.byLanguage.get('en')?.keys() ?? [])];
    return keys.filter((key) => key.startsWith(beginning)).map((key) => key.slice(beginning.length));
  }

  has(key: string): boolean {
    return this.byLanguage.get('en')?.has(key) ?? false;
  }
}
