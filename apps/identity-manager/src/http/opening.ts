/** Requests that come before the service is complete wait: until its first administrator is made, nobody could log in. */
export class Opening {
  private waiting: (() => void)[] | undefined = [];

  /** @returns whether `goOn` is called later; it is not called at all when the service is open */
  holds(goOn: () => void): boolean {
    if (this.waiting === undefined) return false;
    this.waiting.push(goOn);
    return true;
  }

  open(): void {
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    for (const goOn of waiting) goOn();
  }
}
