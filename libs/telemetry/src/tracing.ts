import type { TraceContext } from './trace-context';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One operation of a trace, from its start until `end` is called. */
export interface Span {
  /** For what is sent on behalf of it. */
  readonly context: TraceContext;
  /** @param outcome  `error` marks the span as failed; it must hold no secret */
  end(outcome: { readonly attributes?: Attributes; readonly error?: string | undefined }): void;
}

/** Makes spans and sends them to a collector. Present only when a collector is configured. */
export interface Tracing {
  /** A request that came in. */
  startServer(name: string, attributes: Attributes, parent: TraceContext | undefined): Span;
  /** A request that goes out. */
  startClient(name: string, attributes: Attributes, parent: TraceContext | undefined): Span;
  /** Sends what is left and stops. Never rejects. */
  close(): Promise<void>;
}

export interface TracingSettings {
  /** Address of a collector that takes OTLP over HTTP, without `/v1/traces`. */
  readonly collectorUrl: string;
  readonly serviceName: string;
  readonly serviceVersion: string;
  /** Of the traces that begin here; what comes with a decision keeps it. */
  readonly samplePercent: number;
}

const LONGEST_WAIT_MS = 2000;

/**
 * Starts tracing with the OpenTelemetry SDK. Its packages are loaded only here, at run time, so that a process without a
 * collector never reads them.
 */
export async function openTracing(settings: TracingSettings): Promise<Tracing> {
  const { api, OTLPTraceExporter, resourceFromAttributes, ...sdk } = await import('./open-telemetry');
  const exporter = new OTLPTraceExporter({ url: `${settings.collectorUrl}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': settings.serviceVersion,
    }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(settings.samplePercent / 100),
    }),
    // Its queue is bounded: a collector that is away costs spans, never memory.
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('smart-city-servers', settings.serviceVersion);

  const parentOf = (trace: TraceContext | undefined) => {
    if (!trace) return api.ROOT_CONTEXT;
    const [, traceId, spanId, flags] = trace.traceparent.split('-') as [string, string, string, string];
    return api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: parseInt(flags, 16),
      isRemote: true,
      ...(trace.tracestate !== undefined && { traceState: api.createTraceState(trace.tracestate) }),
    });
  };
  const start =
    (kind: (typeof api.SpanKind)[keyof typeof api.SpanKind]) =>
    (name: string, attributes: Attributes, parent: TraceContext | undefined): Span => {
      const span = tracer.startSpan(name, { kind: kind as never, attributes }, parentOf(parent));
      const { traceId, spanId, traceFlags, traceState } = span.spanContext();
      const flags = traceFlags.toString(16).padStart(2, '0');
      const tracestate = traceState?.serialize();
      return {
        context: { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(tracestate && { tracestate }) },
        end({ attributes: more, error }) {
          if (more) span.setAttributes(more);
          if (error !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: error });
          span.end();
        },
      };
    };
  return {
    startServer: start(api.SpanKind.SERVER),
    startClient: start(api.SpanKind.CLIENT),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT_MS)));
      // A collector that is away must not hold up the stop.
      await Promise.race([provider.shutdown().catch(() => undefined), patience]);
      clearTimeout(timer);
    },
  };
}
