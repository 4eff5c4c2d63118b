import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomUUID,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import type { SignatureAlgorithm } from '../../database/entities/application.row';
import { SecretCipher } from '../../database/secret-cipher';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { SigningKeysRepository, type StoredKey } from './signing-keys.repository';

export type KeyAlgorithm = SignatureAlgorithm;

export interface SigningKey {
  readonly id: string;
  readonly algorithm: KeyAlgorithm;
  readonly privateKey: KeyObject;
}

interface PublicHalf {
  readonly algorithm: KeyAlgorithm;
  readonly key: KeyObject;
  readonly expiresAt: number;
}

const dayMs = 86_400_000;
/** A retired key stays published so long, for the tokens it signed and the caches of clients. */
const afterlifeMs = 7 * dayMs;
/** The next key is published so long before it signs: clients remember the set for a while. */
const announcementMs = dayMs;

const generate = promisify(generateKeyPair);

async function generateKey(algorithm: KeyAlgorithm) {
  // RFC 7518: RS256 with 2048 bits or more, ES256 on P-256. RFC 8037: EdDSA on Ed25519.
  if (algorithm === 'EdDSA') return generate('ed25519');
  if (algorithm === 'ES256') return generate('ec', { namedCurve: 'P-256' });
  return generate('rsa', { modulusLength: 2048 });
}

/** Key pairs for tokens: made when first needed, replaced after some days, shared by all processes. */
@Injectable()
export class SigningKeys {
  private readonly decrypted = new Map<string, SigningKey>();
  private readonly publicHalves = new Map<string, PublicHalf>();
  private readonly making = new Map<KeyAlgorithm, Promise<SigningKey>>();

  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly cipher: SecretCipher,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The key that signs now. Near its end the next one is made, which is published a day before it signs. */
  async current(algorithm: KeyAlgorithm): Promise<SigningKey> {
    const now = this.clock.now();
    const lifeMs = this.options.oidc.keyDays * dayMs;
    const rows = await this.keys.latest(algorithm, now);
    const signing = rows.find(({ signsFrom }) => signsFrom <= now);
    if (!signing) return this.makeOnce(algorithm, now);
    const endsAt = signing.signsFrom + lifeMs;
    if (rows[0] === signing && now >= endsAt - announcementMs)
      await this.makeOnce(algorithm, Math.max(endsAt, now + announcementMs));
    return this.decrypt(signing);
  }

  /** The public keys clients need (RFC 7517). Makes the first key, so that the set is never empty. */
  async publicKeys(): Promise<{ readonly keys: readonly object[] }> {
    const { algorithm } = this.options.oidc;
    const inUse = new Set((await this.keys.published(this.clock.now())).map((row) => row.algorithm));
    if (algorithm === 'RS256' || algorithm === 'ES256') inUse.add(algorithm);
    for (const each of inUse) await this.current(each as KeyAlgorithm);
    const rows = await this.keys.published(this.clock.now());
    return { keys: rows.map(({ publicJwk }) => JSON.parse(publicJwk) as object) };
  }

  /** The public half of a key, also of one that signs no more, while it is published. */
  async publicKey(
    id: string,
  ): Promise<{ readonly algorithm: KeyAlgorithm; readonly key: KeyObject } | undefined> {
    const known = this.publicHalves.get(id);
    if (known) return known.expiresAt > this.clock.now() ? known : undefined;
    const row = await this.keys.find(id);
    if (!row || row.expiresAt <= this.clock.now()) return undefined;
    const key = createPublicKey({ key: JSON.parse(row.publicJwk) as JsonWebKey, format: 'jwk' });
    const half = { algorithm: row.algorithm as KeyAlgorithm, key, expiresAt: row.expiresAt };
    this.publicHalves.set(id, half);
    return half;
  }

  /** Makes a new key that signs at once; the old ones stay published for the tokens they signed. */
  async rotate(actor: Actor, algorithm: KeyAlgorithm): Promise<SigningKey> {
    const key = await this.make(algorithm, this.clock.now());
    this.audit.recordDone(actor, 'signing-key.rotate', { subject: key.id });
    return key;
  }

  /** The published keys, newest first. */
  list(): Promise<readonly Pick<StoredKey, 'id' | 'algorithm' | 'createdAt' | 'expiresAt'>[]> {
    return this.keys.published(this.clock.now());
  }

  /** One key however many ask for it at once. */
  private makeOnce(algorithm: KeyAlgorithm, signsFrom: number): Promise<SigningKey> {
    const underway = this.making.get(algorithm);
    if (underway) return underway;
    const making = this.make(algorithm, signsFrom).finally(() => this.making.delete(algorithm));
    this.making.set(algorithm, making);
    return making;
  }

  private async make(algorithm: KeyAlgorithm, signsFrom: number): Promise<SigningKey> {
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
      signsFrom,
      // It signs until the next one does, which may be announced on its last day.
      expiresAt: signsFrom + this.options.oidc.keyDays * dayMs + announcementMs + afterlifeMs,
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
