export { LOG_LEVELS, parseLogLevel, passes, type LogLevel } from './log-level';
export { renderLine, type LineLevel, type LogContext, type LogFormat, type LogLine } from './log-line';
export { DescriptorSink, openFileSink, standardOutput, type LogSink } from './log-sink';
export { Logger, type LoggerSettings, type LogTarget } from './logger';
export { correlatorRoot, createCorrelators } from './correlators';
export { TransactionIds } from './transaction-ids';
export { redactRecord } from './redaction';
