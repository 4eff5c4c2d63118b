import type { NotificationQueueStatistics } from '../../operations/admin/statistics-ports';

/** `notifQueue` of `/statistics`: what went through the queues of `-notificationMode threadpool`. */
export class QueueStatistics {
  private in = 0;
  private out = 0;
  private reject = 0;
  private sentOk = 0;
  private sentError = 0;
  private timeInQueueMs = 0;

  noteIn(): void {
    this.in += 1;
  }

  noteOut(waitedMs: number): void {
    this.out += 1;
    this.timeInQueueMs += waitedMs;
  }

  noteReject(): void {
    this.reject += 1;
  }

  noteSent(isOk: boolean): void {
    if (isOk) this.sentOk += 1;
    else this.sentError += 1;
  }

  reset(): void {
    this.in = this.out = this.reject = this.sentOk = this.sentError = this.timeInQueueMs = 0;
  }

  /** @param size  notifications that wait now */
  read(size: number): ReturnType<NotificationQueueStatistics['read']> {
    return {
      incoming: this.in,
      outgoing: this.out,
      rejected: this.reject,
      sentOk: this.sentOk,
      sentError: this.sentError,
      secondsInQueue: this.timeInQueueMs / 1000,
      size,
    };
  }
}
