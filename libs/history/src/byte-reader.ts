/** Bytes that end too early, or say what no writer of ours says. */
export class DamagedChunk extends Error {
  constructor(reason: string) {
    super(`damaged chunk of history: ${reason}`);
    this.name = 'DamagedChunk';
  }
}

/** Reads what `ByteWriter` wrote. @throws DamagedChunk  where the bytes end early */
export class ByteReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Bytes that are not read yet. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || factor > 2 ** 49) throw new DamagedChunk('a number does not end');
      if (byte < 0x80) return value + byte * factor;
      value += (byte & 0x7f) * factor;
      factor *= 0x80;
    }
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new DamagedChunk('it ends early');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  text(): string {
    return Buffer.from(this.take(this.varint())).toString('utf8');
  }
}
