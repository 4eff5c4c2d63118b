import { errorMessage, errorStack } from './error-message';

describe('the text of what was thrown', () => {
  it('is the message of an error, and anything else as text', () => {
    expect(errorMessage(new TypeError('no number'))).toBe('no number');
    expect(errorMessage('just a text')).toBe('just a text');
    expect(errorMessage(undefined)).toBe('undefined');
  });

  it('says where it happened, when that is known', () => {
    expect(errorStack(new TypeError('no number'))).toMatch(/^TypeError: no number\n +at /);
    expect(errorStack(Object.assign(new Error('bare'), { stack: undefined }))).toBe('bare');
    expect(errorStack(7)).toBe('7');
  });
});
