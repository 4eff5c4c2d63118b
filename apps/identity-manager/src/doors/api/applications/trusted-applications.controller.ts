import { Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ApiController } from '../api-controller';
import { FromPath, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { AllowAssigning } from '../../../access/rule';
import { isDuplicate } from '../../../database/database-errors';
import { Sql } from '../../../database/sql';
import { badRequest, notFound } from '../../../http/api-errors';
import { Caches } from '../../../service/timed-cache';
import { ApplicationRow, TrustedApplicationRow } from '../../../database/entities/application.row';

/** Applications whose tokens an application accepts. */
@ApiController('applications/:applicationId/trusted_applications')
export class TrustedApplicationsController {
  constructor(
    @InjectRepository(TrustedApplicationRow) private readonly rows: Repository<TrustedApplicationRow>,
    private readonly sql: Sql,
    private readonly caches: Caches,
    private readonly trail: AuditTrail,
  ) {}

  /** The misspelling is Keyrock's. */
  @Get()
  @AllowAssigning()
  async list(@FromPath('application') { id }: ApplicationRow) {
    const rows = await this.rows.find({
      where: { applicationId: id },
      order: { trustedApplicationId: 'ASC' },
    });
    if (rows.length === 0) throw notFound('Trusted applications nof found');
    return { trusted_applications: rows.map(({ trustedApplicationId }) => trustedApplicationId) };
  }

  @Put(':trustedApplicationId')
  @HttpCode(201)
  @AllowAssigning()
  async add(
    @Req() request: ApiRequest,
    @FromPath('application') { id }: ApplicationRow,
    @FromPath('trustedApplication') { id: trustedId }: ApplicationRow,
  ) {
    if (id === trustedId) throw badRequest('Bad request');
    try {
      await this.sql.run(
        'INSERT INTO trusted_applications (application_id, trusted_application_id) VALUES (?, ?)',
        id,
        trustedId,
      );
    } catch (error) {
      if (isDuplicate(error)) throw badRequest('Trusted application already added');
      throw error;
    }
    this.caches.clear();
    this.trail.record(request, 'application.trust', trustedId);
    return { oauth_client_id: id, trusted_oauth_client_id: trustedId };
  }

  /** The deprecated form of `add`. */
  @Post(':trustedApplicationId')
  @AllowAssigning()
  addByPost(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('trustedApplication') trusted: ApplicationRow,
  ) {
    return this.add(request, application, trusted);
  }

  @Delete(':trustedApplicationId')
  @HttpCode(204)
  @AllowAssigning()
  async remove(
    @Req() request: ApiRequest,
    @FromPath('application') { id }: ApplicationRow,
    @FromPath('trustedApplication') { id: trustedId }: ApplicationRow,
  ): Promise<void> {
    if (id === trustedId) throw badRequest('Bad request');
    const deleted = await this.sql.run(
      'DELETE FROM trusted_applications WHERE application_id = ? AND trusted_application_id = ?',
      id,
      trustedId,
    );
    if (deleted === 0) throw badRequest('Application has not that trusted application added');
    this.caches.clear();
    this.trail.record(request, 'application.distrust', trustedId);
  }
}
