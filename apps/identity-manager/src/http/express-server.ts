import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Express on a server that takes long request lines: a JWT travels in the query of GET /user (spec section 5). */
export class ExpressServer extends ExpressAdapter {
  constructor(private readonly maxHeaderBytes: number) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = createServer({ maxHeaderSize: this.maxHeaderBytes }, this.getInstance());
  }
}
