import type { ServerResponse } from 'node:http';
import type { Answer } from './answer';
import type { NgsiRequest } from './ngsi-request';
import type { SendAnswer } from './send-answer';

/** The way back to the client of one request. What Nest takes for its response object. */
export class Reply {
  /** What a handler's route stands for (`@HttpCode`), until an answer with its own is sent. */
  status = 200;

  constructor(
    private readonly request: NgsiRequest,
    private readonly response: ServerResponse,
    private readonly write: SendAnswer,
  ) {}

  get isSent(): boolean {
    return this.response.headersSent || this.response.destroyed;
  }

  /** Only the first answer is sent. */
  send(answer: Answer): void {
    if (!this.isSent) this.write(this.request, this.response, answer);
  }
}
