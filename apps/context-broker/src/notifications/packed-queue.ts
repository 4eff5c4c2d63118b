/** Bytes of one piece of memory; a larger text has one of its own. */
const PIECE_BYTES = 32_768;
const LENGTH_BYTES = 4;

/** Memory with texts in it, each behind its length in bytes. */
interface Piece {
  readonly bytes: Buffer;
  readAt: number;
  writtenTo: number;
}

/**
 * Texts that wait, first in, first out, kept as bytes outside of the heap of JavaScript: however many they are, the garbage
 * collector has nothing to look at and nothing to move.
 */
export class PackedQueue {
  /** Read from the first one, written to the last one; none is empty. */
  private readonly pieces: Piece[] = [];

  get isEmpty(): boolean {
    return this.pieces.length === 0;
  }

  push(text: string): void {
    const size = Buffer.byteLength(text);
    const piece = this.pieceFor(LENGTH_BYTES + size);
    const start = piece.bytes.writeUInt32LE(size, piece.writtenTo);
    piece.writtenTo = start + piece.bytes.write(text, start);
  }

  shift(): string | undefined {
    const [piece] = this.pieces;
    if (piece === undefined) return undefined;
    const start = piece.readAt + LENGTH_BYTES;
    piece.readAt = start + piece.bytes.readUInt32LE(piece.readAt);
    if (piece.readAt === piece.writtenTo) this.pieces.shift();
    return piece.bytes.toString('utf8', start, piece.readAt);
  }

  private pieceFor(size: number): Piece {
    const last = this.pieces.at(-1);
    if (last !== undefined && last.writtenTo + size <= last.bytes.length) return last;
    const bytes = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, size));
    const piece = { bytes, readAt: 0, writtenTo: 0 };
    this.pieces.push(piece);
    return piece;
  }
}
