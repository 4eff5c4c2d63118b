const FIRST_SIZE = 1_024;

/** Grows a byte array while values are appended. */
export class ByteWriter {
  private bytes = new Uint8Array(FIRST_SIZE);
  private length = 0;

  /** A whole number from 0 to 2^53 - 1: seven bits a byte, the lowest first. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  /** A whole number of either sign, its magnitude below 2^52. */
  signed(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  text(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.varint(bytes.length);
    this.append(bytes);
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}
