export type LogLevel = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
export type LogFields = Readonly<Record<string, unknown>>;

const severity: Readonly<Record<LogLevel, number>> = { DEBUG: 0, INFO: 1, WARN: 2, ERROR: 3 };

/** Members whose values never reach a log line. */
const secretNames = /password|secret|token|authorization|cookie|^code$|verifier|assertion/i;

function withoutSecrets(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secretNames.test(name) ? '[removed]' : value]),
  );
}

/** JSON lines on stdout. */
export class Logger {
  constructor(private readonly least: LogLevel) {}

  debug(message: string, fields: LogFields = {}): void {
    this.write('DEBUG', message, fields);
  }

  info(message: string, fields: LogFields = {}): void {
    this.write('INFO', message, fields);
  }

  warn(message: string, fields: LogFields = {}): void {
    this.write('WARN', message, fields);
  }

  error(message: string, fields: LogFields = {}): void {
    this.write('ERROR', message, fields);
  }

  private write(level: LogLevel, message: string, fields: LogFields): void {
    if (severity[level] < severity[this.least]) return;
    const line = { time: new Date().toISOString(), level, message, ...withoutSecrets(fields) };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

/** What is worth logging of an unexpected error. */
export const errorFields = (error: unknown): LogFields =>
  error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) };
