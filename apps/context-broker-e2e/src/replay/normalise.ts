const DAY_MS = 86_400_000;
const ID = /\b[0-9a-f]{24}\b/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;
const TAG = /(?<=^ETag: )"[^"]+"/gim;
const CURSOR = /(?<=cursor=|^Fiware-Next-Cursor: )[\w-]{20,}/gim;
const TRACE = /\b00-[0-9a-f]{32}-[0-9a-f]{16}-/g;

/** Takes out of texts what differs from run to run. One for each chapter: ids and tags are numbered as they appear. */
export class Normaliser {
  private readonly names = new Map<string, string>();

  /** @param addresses  what stands in their place, by address */
  constructor(private readonly addresses: ReadonlyMap<string, string>) {}

  text(text: string): string {
    let known = text;
    for (const [address, name] of this.addresses) known = known.replaceAll(address, name);
    return known
      .replace(UUID, '<uuid>')
      .replace(TRACE, '<trace>-')
      .replace(TAG, (tag) => this.named('tag', tag))
      .replace(CURSOR, '<cursor>')
      .replace(ID, (id) => this.named('id', id))
      .replace(DATE, (date) => (Math.abs(Date.parse(date) - Date.now()) < DAY_MS ? '<now>' : date));
  }

  /** Words without figures, and without the length of what has some. */
  static withoutFigures(text: string): string {
    return text.replace(/\d+(?:\.\d+)?(?:e-?\d+)?/g, '0');
  }

  private named(kind: string, text: string): string {
    const name = this.names.get(text) ?? `<${kind} ${this.names.size}>`;
    this.names.set(text, name);
    return name;
  }
}
