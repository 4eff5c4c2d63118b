// What tracing uses of the OpenTelemetry SDK, imported by name: a bundler gives a CommonJS package that is imported at run time
// its default export only. This file is what is loaded at run time.
export * as api from '@opentelemetry/api';
export {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
export { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export { resourceFromAttributes } from '@opentelemetry/resources';
