import fc from 'fast-check';
import { SecretCipher } from './secret-cipher';

describe('SecretCipher', () => {
  it('takes no shortened tag', () => {
    const cipher = new SecretCipher('a root of some length');
    const [version, nonce, tag = '', text] = cipher.encrypt('secret').split('.');
    for (const length of [4, 8, 12, 15]) {
      const shorter = Buffer.from(tag, 'base64url').subarray(0, length).toString('base64url');
      expect(() => cipher.decrypt([version, nonce, shorter, text].join('.'))).toThrow();
    }
  });

  const cipher = new SecretCipher('a root key of the tests');

  it('gives back any text, never twice in the same form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(cipher.decrypt(cipher.encrypt(text))).toBe(text);
        expect(cipher.encrypt(text)).not.toBe(cipher.encrypt(text));
      }),
    );
  });

  it('refuses changed texts and other keys', () => {
    const encrypted = cipher.encrypt('secret');
    expect(() => cipher.decrypt(`${encrypted.slice(0, -2)}AA`)).toThrow();
    expect(() => new SecretCipher('another root key').decrypt(encrypted)).toThrow();
    expect(() => cipher.decrypt('')).toThrow();
    expect(() => cipher.decrypt('plain')).toThrow();
  });

  it('derives the same key for the same purpose only', () => {
    expect(cipher.derive('a')).toEqual(new SecretCipher('a root key of the tests').derive('a'));
    expect(cipher.derive('a')).not.toEqual(cipher.derive('b'));
  });
});
