import { Logger, type LogSink } from '@smart-city/logging';
import { nestLogger } from './nest-logger';

it('the chatter of the framework stays out of the log, at DEBUG too, its trouble does not', () => {
  const lines: string[] = [];
  const sink: LogSink = {
    write: (text) => void lines.push(text),
    flush: () => undefined,
    close: () => undefined,
  };
  const log = new Logger([{ sink, format: 'orion' }], {
    component: 'Orion',
    level: 'DEBUG',
    lineMaxSize: 10_000,
    payloadMaxSize: 1000,
  });
  const logger = nestLogger(log);
  logger.log('Mapped {/v2/entities, GET} route');
  logger.debug?.('a dependency was initialized');
  logger.verbose?.('more of it');
  logger.warn('trouble ahead');
  logger.error(new Error('trouble'));
  log.flush();
  expect(lines.join('')).toMatch(
    /^[^\n]*msg=trouble ahead\n[^\n]*lvl=ERROR[^\n]*msg=Runtime Error \(Error: trouble/,
  );
});
