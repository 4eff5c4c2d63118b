/** Numbers transactions. The texts are made when they are asked for, since few are ever shown. */
export class TransactionIds {
  private readonly prefix: string;
  private last = 0;

  constructor(startMs = Date.now()) {
    this.prefix = `${Math.floor(startMs / 1000)}-${String(startMs % 1000).padStart(3, '0')}-`;
  }

  /** From 1. */
  next(): number {
    this.last += 1;
    return this.last;
  }

  /** `<start epoch s>-<start ms, 3 digits>-<number, 11 digits>` */
  textOf(number: number): string {
    return this.prefix + String(number).padStart(11, '0');
  }
}
