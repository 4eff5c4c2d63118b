import { JsonContainers, setMember, SmallContainers } from './json-containers';
import { jsonSyntaxError, nestingError } from './json-faults';
import type { JsonValue } from './json-value';
import { end, isBlank, scanKey, scanNumber, scanString, scanWord, skipBlanks } from './scan-json';

/** Characters above which memory counts for more than time. */
const LARGE = 16_384;
/** Members above which an open object is a Map already: it is not made at once when it ends. */
const LONG_OBJECT = 256;

const PLAIN = new JsonContainers();

const missingComma = (isObject: boolean) =>
  isObject ? 'Missing a comma or } after an object member' : 'Missing a comma or ] after an array element';

/**
 * One parse of one text. One loop over stacks of its own: recursion would let a client's nesting fill the call stack. It can stop
 * after any value and go on later.
 */
export class JsonParsing {
  /** What the text stands for, once {@link goOn} has returned true. */
  value: JsonValue = null;
  /** Items of the open arrays; keys and values of the open objects. */
  private readonly stack: JsonValue[] = [];
  private top = 0;
  /** Where each container around the innermost one begins in the stack; as its complement for an object. */
  private readonly starts: number[] = [];
  /** The same of the innermost one; undefined outside any. */
  private start: number | undefined;
  /** Objects that are too long for the stack, by their depth. */
  private long: Map<number, Map<string, JsonValue>> | undefined;
  private readonly containers: JsonContainers;
  private position = 0;
  private depth = 0;

  /**
   * @param maxDepth  a deeper text is refused at its end
   * @param asTexts   a scalar that is no string is the text of its characters
   */
  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
    private readonly asTexts: boolean,
  ) {
    this.containers = text.length > LARGE ? new SmallContainers() : PLAIN;
  }

  /**
   * Parses on.
   *
   * @param characters  about so many
   * @returns whether the text is at its end
   * @throws ParseError
   */
  goOn(characters: number): boolean {
    const { text, stack, starts, containers } = this;
    const isLarge = containers !== PLAIN;
    const stop = this.position + characters;
    let { top, position: pos, start } = this;

    for (;;) {
      if (pos > stop) {
        this.top = top;
        this.position = pos;
        this.start = start;
        return false;
      }
      let c = text.charCodeAt(pos);
      while (isBlank(c)) c = text.charCodeAt(++pos);
      let value: JsonValue;
      if (c === 34 /* " */) {
        value = scanString(text, pos + 1);
        if (isLarge) value = containers.stringOf(value);
        pos = end;
      } else if (c === 123 /* { */ || c === 91 /* [ */) {
        pos = skipBlanks(text, pos + 1);
        if (text.charCodeAt(pos) === c + 2) {
          value = c === 123 ? containers.object(stack, top, top) : containers.array(stack, top, top);
          pos++;
        } else {
          if (start !== undefined) starts.push(start);
          if (starts.length > this.depth) this.depth = starts.length;
          start = top;
          if (c === 123) {
            start = ~top;
            const key = scanKey(text, pos);
            stack[top++] = isLarge ? containers.keyOf(key) : key;
            pos = end;
          }
          continue;
        }
      } else if (c === 45 || (c >= 48 && c <= 57)) {
        value = scanNumber(text, pos);
        if (this.asTexts) value = text.slice(pos, end);
        pos = end;
      } else {
        value = scanWord(text, pos, c);
        if (this.asTexts) value = text.slice(pos, end);
        pos = end;
      }

      // A value is complete: hand it to its container, and close every container that ends here.
      for (;;) {
        if (start === undefined) {
          this.finish(value, pos);
          return true;
        }
        stack[top++] = value;
        c = text.charCodeAt(pos);
        while (isBlank(c)) c = text.charCodeAt(++pos);
        pos++;
        if (c === 44 /* , */) {
          if (start < 0) {
            if (top - ~start > 2 * LONG_OBJECT) top = this.flush(~start, top);
            const key = scanKey(text, skipBlanks(text, pos));
            stack[top++] = isLarge ? containers.keyOf(key) : key;
            pos = end;
          }
          break;
        }
        if (c !== (start < 0 ? 125 : 93)) throw jsonSyntaxError(missingComma(start < 0));
        if (start < 0) {
          value = this.object(~start, top);
          top = ~start;
        } else {
          value = containers.array(stack, start, top);
          top = start;
        }
        start = starts.pop();
      }
    }
  }

  private finish(value: JsonValue, pos: number): void {
    if (skipBlanks(this.text, pos) !== this.text.length)
      throw jsonSyntaxError('The document root must not be followed by other values');
    if (this.depth >= this.maxDepth) throw nestingError();
    this.value = value;
  }

  private object(start: number, top: number): JsonValue {
    const object = this.long?.get(this.starts.length);
    if (object !== undefined) {
      this.flush(start, top);
      this.long?.delete(this.starts.length);
      return object;
    }
    return this.containers.object(this.stack, start, top);
  }

  /** Moves the members from `start` on into the long object of this depth. @returns the new top of the stack */
  private flush(start: number, top: number): number {
    const depth = this.starts.length;
    this.long ??= new Map();
    let object = this.long.get(depth);
    if (object === undefined) this.long.set(depth, (object = new Map<string, JsonValue>()));
    for (let at = start; at < top; at += 2) setMember(object, this.stack[at] as string, this.stack[at + 1]!);
    return start;
  }
}
