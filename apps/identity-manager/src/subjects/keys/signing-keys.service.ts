import { createPrivateKey, generateKeyPair, randomUUID, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { SecretCipher } from '../../database/secret-cipher';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { SigningKeysRepository, type StoredKey } from './signing-keys.repository';

export type KeyAlgorithm = 'RS256' | 'ES256';

export interface SigningKey {
  readonly id: string;
  readonly algorithm: KeyAlgorithm;
  readonly privateKey: KeyObject;
}

const dayMs = 86_400_000;
/** A retired key stays published so long, for the tokens it signed and the caches of clients. */
const afterlifeMs = 7 * dayMs;

const generate = promisify(generateKeyPair);

async function generateKey(algorithm: KeyAlgorithm) {
  // RFC 7518: RS256 with 2048 bits or more, ES256 on P-256.
  if (algorithm === 'ES256') return generate('ec', { namedCurve: 'P-256' });
  return generate('rsa', { modulusLength: 2048 });
}

/** Key pairs for id tokens: made when first needed, replaced after some days, shared by all processes. */
@Injectable()
export class SigningKeys {
  private readonly decrypted = new Map<string, SigningKey>();
  private readonly making = new Map<KeyAlgorithm, Promise<SigningKey>>();

  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly cipher: SecretCipher,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest key of the algorithm; a new one when there is none young enough. */
  async current(algorithm: KeyAlgorithm): Promise<SigningKey> {
    const youngest = this.clock.now() - this.options.oidc.keyDays * dayMs;
    const row = await this.keys.newest(algorithm, youngest);
    if (row) return this.decrypt(row);
    const underway = this.making.get(algorithm);
    if (underway) return underway;
    const making = this.make(algorithm).finally(() => this.making.delete(algorithm));
    this.making.set(algorithm, making);
    return making;
  }

  /** The public keys clients need (RFC 7517). Makes the first key, so that the set is never empty. */
  async publicKeys(): Promise<{ readonly keys: readonly object[] }> {
    const { algorithm } = this.options.oidc;
    if (algorithm === 'RS256' || algorithm === 'ES256') await this.current(algorithm);
    const rows = await this.keys.published(this.clock.now());
    return { keys: rows.map(({ publicJwk }) => JSON.parse(publicJwk) as object) };
  }

  /** Makes a new key now; the old ones stay published for the tokens they signed. */
  async rotate(actor: Actor, algorithm: KeyAlgorithm): Promise<SigningKey> {
    const key = await this.make(algorithm);
    this.audit.recordDone(actor, 'signing-key.rotate', { subject: key.id });
    return key;
  }

  /** The published keys, newest first. */
  list(): Promise<readonly Pick<StoredKey, 'id' | 'algorithm' | 'createdAt' | 'expiresAt'>[]> {
    return this.keys.published(this.clock.now());
  }

  private async make(algorithm: KeyAlgorithm): Promise<SigningKey> {
    const id = randomUUID();
    const { privateKey, publicKey } = await generateKey(algorithm);
    const now = this.clock.now();
    await this.keys.insert({
      id,
      algorithm,
      privateKeyEncrypted: this.cipher.encrypt(
        privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ),
      publicJwk: JSON.stringify({
        ...publicKey.export({ format: 'jwk' }),
        kid: id,
        alg: algorithm,
        use: 'sig',
      }),
      createdAt: now,
      expiresAt: now + this.options.oidc.keyDays * dayMs + afterlifeMs,
    });
    return { id, algorithm, privateKey };
  }

  private decrypt(row: StoredKey): SigningKey {
    let key = this.decrypted.get(row.id);
    if (!key) {
      const privateKey = createPrivateKey(this.cipher.decrypt(row.privateKeyEncrypted));
      key = { id: row.id, algorithm: row.algorithm as KeyAlgorithm, privateKey };
      this.decrypted.set(row.id, key);
    }
    return key;
  }
}
