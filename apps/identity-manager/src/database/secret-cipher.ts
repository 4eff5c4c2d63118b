import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '@smart-city/service';
import type { Options } from '../cli/options';

const version = 'v1';
/** Bytes. Fixed, because a shorter tag is guessed sooner and would be accepted otherwise. */
const authTagLength = 16;

/**
 * Encrypts secrets that must be readable again (client secrets, JWT secrets, private keys) with AES-256-GCM, and
 * derives further keys from the same root.
 */
export class SecretCipher {
  private readonly key: Buffer;

  constructor(private readonly root: string) {
    this.key = this.derive('secrets at rest');
  }

  /** Returns `v1.<nonce>.<tag>.<ciphertext>`, all base64url. */
  encrypt(secret: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce, { authTagLength });
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return [version, ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))].join(
      '.',
    );
  }

  /** @throws Error when the text was changed or belongs to another key */
  decrypt(encrypted: string): string {
    const [kind, nonce, tag, text] = encrypted.split('.');
    if (kind !== version || !nonce || !tag || text === undefined) throw new Error('not an encrypted secret');
    const decipher = createDecipheriv('aes-256-gcm', this.key, Buffer.from(nonce, 'base64url'), {
      authTagLength,
    });
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString(
      'utf8',
    );
  }

  /** A key of 32 bytes for another purpose, the same in every process of the installation. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.root, 'identity-manager', purpose, 32));
  }

  /** Base64url HMAC-SHA256 of a text under a derived key. */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.derive(purpose)).update(text).digest('base64url');
  }
}

/** The configured key, or the one made at first start and kept in the data folder. */
export function loadEncryptionKey({
  encryptionKey,
  dataDir,
}: Pick<Options, 'encryptionKey' | 'dataDir'>): string {
  if (encryptionKey !== undefined) return encryptionKey;
  const file = join(dataDir, 'encryption.key');
  makeFolder(resolve(dataDir), 0o700);
  try {
    // `wx` fails when another process made the file first; then that one counts.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
