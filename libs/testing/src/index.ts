export * from './chromium';
export * from './free-port';
export * from './service-process';
export * from './shell-script';
export * from './service-command';
export * from './eventually';
export * from './raw-connection';
export * from './test-servers';
export { runPostman, type PostmanCollection } from './run-postman';
