/** Whether this process is about to end. One object a process; readiness, answers and the stop itself share it. */
export class ServiceState {
  private stopping = false;

  /** From the first signal on: not ready any more, and every answer closes its connection. */
  get isStopping(): boolean {
    return this.stopping;
  }

  beginStop(): void {
    this.stopping = true;
  }
}
