export { readTraceContext, traceHeaders, traceIdOf, type TraceContext } from './trace-context';
export { openTracing, type Span, type Tracing, type TracingSettings } from './tracing';
export { TRACING, TracingModule } from './tracing.module';
