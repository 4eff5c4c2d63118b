import { BSON, type Document } from 'mongodb';

/** A BSON value as read: documents as Maps in stored order, all numbers as numbers, dates as dates. */
export type BsonValue = null | boolean | number | string | Date | readonly BsonValue[] | BsonDocument;
export type BsonDocument = ReadonlyMap<string, BsonValue>;

/**
 * Reads one BSON document and keeps the order of its members. The driver's own objects move integer-like keys to the
 * front, and treat `__proto__` in their own way.
 *
 * Types that entities never hold are read as what a client could understand: object ids and decimals as text and
 * number, binary data as base64, the rest as null.
 *
 * @throws Error when the bytes are no BSON document
 */
export function readDocument(bytes: Uint8Array): BsonDocument {
  const reader = new Reader(bytes);
  return reader.document();
}

/** What the driver gives with `raw: true`: the document's bytes, which its types call a document all the same. */
export const rawBytes = (document: Document): Uint8Array => document as unknown as Uint8Array;

class Reader {
  private readonly view: Buffer;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  document(): BsonDocument {
    const members = new Map<string, BsonValue>();
    this.members((key, value) => members.set(key, value));
    return members;
  }

  private array(): readonly BsonValue[] {
    const items: BsonValue[] = [];
    this.members((_index, value) => items.push(value));
    return items;
  }

  private members(add: (key: string, value: BsonValue) => void): void {
    const end = this.at + this.int32();
    for (let type = this.view[this.at++]; type !== 0; type = this.view[this.at++]) {
      if (type === undefined || this.at >= end) throw new Error('truncated BSON document');
      const key = this.cstring();
      add(key, this.value(type));
    }
  }

  private value(type: number): BsonValue {
    switch (type) {
      case 0x01:
        return this.take(8, (at) => this.view.readDoubleLE(at));
      case 0x02: // string
      case 0x0d: // code
      case 0x0e: // symbol
        return this.string();
      case 0x03:
        return this.document();
      case 0x04:
        return this.array();
      case 0x05: {
        const length = this.int32();
        return this.take(length + 1, (at) => this.view.toString('base64', at + 1, at + 1 + length));
      }
      case 0x07:
        return this.take(12, (at) => this.view.toString('hex', at, at + 12));
      case 0x08:
        return this.take(1, (at) => this.view[at] === 1);
      case 0x09:
        return this.take(8, (at) => new Date(Number(this.view.readBigInt64LE(at))));
      case 0x0b: {
        const source = this.cstring();
        this.cstring();
        return source;
      }
      case 0x10:
        return this.int32();
      case 0x11:
      case 0x12:
        return this.take(8, (at) => Number(this.view.readBigInt64LE(at)));
      case 0x13:
        return this.take(16, (at) => Number(new BSON.Decimal128(this.view.subarray(at, at + 16)).toString()));
      case 0x06: // undefined
      case 0x0a: // null
      case 0x7f: // max key
      case 0xff: // min key
        return null;
      default:
        throw new Error(`BSON type 0x${type.toString(16)} in a document`);
    }
  }

  private take<T>(length: number, read: (at: number) => T): T {
    const at = this.at;
    this.at += length;
    return read(at);
  }

  private int32(): number {
    return this.take(4, (at) => this.view.readInt32LE(at));
  }

  private string(): string {
    const length = this.int32();
    return this.take(length, (at) => this.view.toString('utf8', at, at + length - 1));
  }

  private cstring(): string {
    const end = this.view.indexOf(0, this.at);
    if (end < 0) throw new Error('truncated BSON key');
    const text = this.view.toString('utf8', this.at, end);
    this.at = end + 1;
    return text;
  }
}
