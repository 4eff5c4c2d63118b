import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it came, reduced to what tests look at. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly kind: 'server' | 'client' | 'other';
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const KINDS: Readonly<Record<number, ReceivedSpan['kind']>> = { 2: 'server', 3: 'client' };
const record = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** A server that remembers what comes: OTLP over HTTP at `/v1/traces`, and any other request with its headers. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const collector = new Collector(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (request.url === '/v1/traces') collector.take(JSON.parse(text) as OtlpBody);
        else collector.requests.push({ path: request.url!.split('?', 1)[0]!, headers: request.headers });
        // As answer of a context provider: it knows nothing.
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(request.url === '/v1/traces' ? '{}' : '[]');
      });
    });
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take({ resourceSpans }: OtlpBody): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(record(resource.attributes)['service.name']);
      for (const { spans } of scopeSpans)
        for (const { name, traceId, spanId, parentSpanId = '', kind, attributes } of spans)
          this.spans.push({
            service,
            name,
            traceId,
            spanId,
            parentSpanId,
            kind: KINDS[kind] ?? 'other',
            attributes: record(attributes),
          });
    }
  }
}
