import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from '../../service/clock';
import { errorFields, Logger } from '../../service/logger';
import { OutboundClient } from '../../service/outbound/outbound-client';
import { PublicUrl } from '../../service/public-url';
import { CLOCK } from '../../service/tokens';
import type { Client } from '../applications/client';
import { ClientsService } from '../applications/clients.service';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { JwtSigner } from '../keys/jwt-signer';
import { LogoutNoticesRepository, type LogoutNotice } from './logout-notices.repository';

/** Seconds before the second, third and fourth attempt; after that the application is given up. */
const DELAYS_S = [1, 10, 60];
/** An attempt whose process died is made again after so long: longer than any answer may take. */
const LEASE_MS = 30_000;
/** Notices of processes that died are looked for so often. */
const SWEEP_MS = 60_000;
/** Lives of a logout token. */
const TOKEN_SECONDS = 120;
/** Attempts at the same time: one application that hangs keeps no other waiting. */
const MOST_AT_ONCE = 10;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Tells applications that a session has ended (OpenID Connect Back-Channel Logout). What is to be told is in the database, so that a
 * restart loses nothing; of several processes each attempt is made by one.
 */
@Injectable()
export class BackchannelLogout implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isWanted = false;
  private isStopped = false;

  constructor(
    private readonly notices: LogoutNoticesRepository,
    private readonly clients: ClientsService,
    private readonly signer: JwtSigner,
    private readonly outbound: OutboundClient,
    private readonly publicUrl: PublicUrl,
    private readonly audit: AuditLog,
    private readonly log: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    changes: StateChanges,
  ) {
    changes.on('sessions ended', () => this.wake());
  }

  onApplicationBootstrap(): void {
    this.wake();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Delivers what is due now, and goes on when the next one is. Resolves with nothing: nobody waits for it. */
  private wake(): void {
    this.isWanted = true;
    if (this.isStopped || this.running) return;
    clearTimeout(this.timer);
    this.running = this.run().finally(() => {
      this.running = undefined;
      if (this.isWanted) this.wake();
    });
  }

  private async run(): Promise<void> {
    this.isWanted = false;
    try {
      await this.deliverDue();
      await this.sleep();
    } catch (error) {
      this.log.warn('logout tokens could not be delivered', errorFields(error));
      this.later(SWEEP_MS);
    }
  }

  private async sleep(): Promise<void> {
    const dueAt = await this.notices.nextDueAt();
    const waitMs = dueAt === undefined ? SWEEP_MS : dueAt - this.clock.now();
    this.later(Math.min(Math.max(waitMs, 0), SWEEP_MS));
  }

  private later(ms: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => this.wake(), ms);
    this.timer.unref();
  }

  private async deliverDue(): Promise<void> {
    const found = [...(await this.notices.due(this.clock.now()))];
    const work = async () => {
      for (let notice = found.shift(); notice && !this.isStopped; notice = found.shift())
        await this.attempt(notice);
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, work));
  }

  private async attempt(found: LogoutNotice): Promise<void> {
    const notice = await this.notices.claim(found, this.clock.now() + LEASE_MS);
    if (!notice) return;
    const client = await this.clients.find(notice.applicationId);
    // The application has taken its address back.
    if (client?.backchannelLogoutUri === undefined) return this.notices.remove(notice);
    const fault = await this.send(notice, client, client.backchannelLogoutUri);
    if (fault === undefined) {
      this.note(notice, 'success');
      return this.notices.remove(notice);
    }
    const delay = DELAYS_S[notice.attempts - 1];
    if (delay !== undefined) return this.notices.postpone(notice, this.clock.now() + delay * 1000);
    this.note(notice, 'failure', fault);
    return this.notices.remove(notice);
  }

  /** @returns why it did not arrive; undefined when it did */
  private async send(notice: LogoutNotice, client: Client, address: string): Promise<string | undefined> {
    const token = await this.signer.sign(this.claimsOf(notice), client, 'logout+jwt');
    if (token === undefined) return 'the application has no JWT secret';
    try {
      const { status } = await this.outbound.send(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ logout_token: token }).toString(),
      });
      return status === 200 || status === 204 ? undefined : `status ${status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Section 2.4; never a nonce, so that it is no id token. */
  private claimsOf({ issuer, applicationId, subject, sid }: LogoutNotice): object {
    const iat = Math.floor(this.clock.now() / 1000);
    return {
      iss: issuer ?? this.publicUrl.toString(),
      aud: applicationId,
      iat,
      exp: iat + TOKEN_SECONDS,
      jti: randomUUID(),
      sub: subject,
      sid,
      events: { [EVENT]: {} },
    };
  }

  private note(
    { applicationId, subject, attempts }: LogoutNotice,
    outcome: 'success' | 'failure',
    fault?: string,
  ): void {
    const details = { attempts, ...(fault !== undefined && { fault: fault.slice(0, 200) }) };
    this.audit.record({ event: 'logout.notify', outcome, applicationId, subject, details });
  }
}
