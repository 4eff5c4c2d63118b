import { connect } from 'node:net';

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Ends after so many requests, when that is sooner. */
  readonly most?: number;
  /** The n-th request of the run, as it goes over the wire. */
  readonly request: (n: number) => string;
}

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers that were not 2xx. */
  readonly failures: number;
}

/** Keeps one request under way on each connection: plain sockets, so that the generator costs little beside the server. */
export async function generateLoad({
  port,
  connections,
  seconds,
  most = Infinity,
  request,
}: LoadOptions): Promise<LoadResult> {
  const end = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  let sent = 0;
  let failures = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let startedAt = 0;
      let received = '';
      const next = () => {
        startedAt = performance.now();
        if (startedAt >= end || sent >= most) {
          socket.destroy();
          resolve();
          return;
        }
        sent += 1;
        socket.write(request(sent));
      };
      socket.setNoDelay(true);
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        const head = received.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, head + 2))?.[1] ?? '0';
        if (received.length < head + 4 + Number(length)) return;
        if (received[9] !== '2') failures += 1;
        received = '';
        latencies.push(performance.now() - startedAt);
        next();
      });
    });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  const elapsed = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) =>
    Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 100) / 100;
  return {
    requests: latencies.length,
    requestsPerSecond: Math.round(latencies.length / elapsed),
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    failures,
  };
}

/** A request with a JSON body, or none. */
export function httpRequest(method: string, path: string, body?: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n`;
  return body === undefined
    ? `${head}\r\n`
    : `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
