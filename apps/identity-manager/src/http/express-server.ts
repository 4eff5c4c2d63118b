import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { requestTimeouts } from '@smart-city/service';

/**
 * Express on a server that takes long request lines (a JWT travels in the query of `GET /user`), and requests that arrive
 * in time.
 */
export class ExpressServer extends ExpressAdapter {
  constructor(
    private readonly maxHeaderBytes: number,
    private readonly requestTimeoutMs: number,
  ) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = createServer(
      { ...requestTimeouts(this.requestTimeoutMs), maxHeaderSize: this.maxHeaderBytes },
      this.getInstance(),
    );
  }
}
