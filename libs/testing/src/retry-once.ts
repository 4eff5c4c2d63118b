import { jest } from '@jest/globals';

// For end-to-end suites: real processes on a busy machine. A test that fails is run once more; its first failure is printed too.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
