import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that keeps everything it is sent, word for word, and answers with a list, the empty one unless told otherwise. */
export class Recorder {
  /** Request line, headers and body of each request. */
  readonly requests: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(list: readonly unknown[] = []): Promise<Recorder> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const recorder = new Recorder(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const head = `${request.method} ${request.url}\n${request.rawHeaders.join('\n')}`;
        recorder.requests.push(`${head}\n\n${Buffer.concat(chunks).toString('utf8')}`);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(list));
      });
    });
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Those whose text holds `part`. */
  having(part: string): readonly string[] {
    return this.requests.filter((text) => text.includes(part));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
