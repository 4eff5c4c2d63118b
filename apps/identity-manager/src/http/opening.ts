/** Requests that come before the service is complete wait: until its first administrator is made, nobody could log in. */
export class Opening {
  /** Read for each request; whoever finds it false has the rest held. */
  isOpen = false;
  private waiting: (() => void)[] = [];

  /** Calls it once the service is open. */
  hold(goOn: () => void): void {
    this.waiting.push(goOn);
  }

  open(): void {
    this.isOpen = true;
    for (const goOn of this.waiting.splice(0)) goOn();
  }
}
