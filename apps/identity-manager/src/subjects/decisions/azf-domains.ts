import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { OPTIONS, type Options } from '../../cli/options';
import { AuthzforceDomainRow } from '../../database/entities/application.row';
import { Caches, type TimedCache } from '../../service/timed-cache';

/** AuthzForce domains of applications; always empty while no AuthzForce is configured. */
@Injectable()
export class AzfDomains {
  private readonly remembered: TimedCache<string>;

  constructor(
    @InjectRepository(AuthzforceDomainRow) private readonly rows: Repository<AuthzforceDomainRow>,
    @Inject(OPTIONS) private readonly options: Options,
    caches: Caches,
  ) {
    this.remembered = caches.create();
  }

  /** The domain's id, or an empty text. */
  async of(applicationId: string): Promise<string> {
    if (!this.options.pdp.authzforce) return '';
    return this.remembered.get(applicationId, async () => {
      const row = await this.rows.findOne({ select: { id: true }, where: { applicationId } });
      return row?.id ?? '';
    });
  }
}
