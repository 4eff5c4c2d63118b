/** Reads a text from the left, piece by piece. */
export class TextReader {
  position = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The next character; the empty string at the end. */
  get next(): string {
    return this.text[this.position] ?? '';
  }

  /** Goes behind `token` if it is next. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.position)) return false;
    this.position += token.length;
    return true;
  }

  /**
   * Goes behind what a sticky expression finds here.
   *
   * @returns the text found, undefined where it is not next
   */
  match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.position;
    const found = sticky.exec(this.text)?.[0];
    if (found === undefined) return undefined;
    this.position += found.length;
    return found;
  }

  skipBlanks(): void {
    while (this.next === ' ' || this.next === '\t' || this.next === '\n') this.position++;
  }

  /** Returns the text that comes next, short enough for a fault. */
  get rest(): string {
    const rest = this.text.slice(this.position, this.position + 30);
    return rest === '' ? 'the end' : `'${rest}'`;
  }
}
