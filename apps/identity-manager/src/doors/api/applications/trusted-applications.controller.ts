import { Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Acting, FromPath } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { NotFound } from '../../../faults/faults';
import { TrustedApplications } from '../../../subjects/applications/trusted-applications.service';
import type { Actor } from '../../../subjects/audit/actor';
import { ApiController } from '../api-controller';
import { bodyOf } from '../../../openapi/content';
import { Text, Texts } from '../../../openapi/described';
import { ApiRoute, OldApiRoute } from '../described-route';

class TrustedIds {
  @Texts({ description: 'Ids of applications.' }) trusted_applications!: readonly string[];
}

class Trust {
  @Text() oauth_client_id!: string;
  @Text() trusted_oauth_client_id!: string;
}

const trusting = 'Trust an application';

/** Applications whose tokens an application accepts. */
@ApiController('applications/:applicationId/trusted_applications', 'Trusted applications')
export class TrustedApplicationsController {
  constructor(private readonly trusted: TrustedApplications) {}

  @Get()
  @AllowAssigning()
  @ApiRoute('List trusted applications', { answers: bodyOf(TrustedIds) })
  async list(@FromPath('application') application: ApplicationRow) {
    const ids = await this.trusted.idsOf(application);
    if (ids.length === 0) throw new NotFound('trustedApplications');
    return { trusted_applications: ids };
  }

  @Put(':trustedApplicationId')
  @HttpCode(201)
  @AllowAssigning()
  @ApiRoute(trusting, { answers: bodyOf(Trust) })
  async add(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('trustedApplication') trusted: ApplicationRow,
  ) {
    await this.trusted.add(actor, application, trusted);
    return { oauth_client_id: application.id, trusted_oauth_client_id: trusted.id };
  }

  /** The deprecated form of `add`. */
  @Post(':trustedApplicationId')
  @AllowAssigning()
  @OldApiRoute(trusting, bodyOf(Trust))
  addByPost(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('trustedApplication') trusted: ApplicationRow,
  ) {
    return this.add(actor, application, trusted);
  }

  @Delete(':trustedApplicationId')
  @HttpCode(204)
  @AllowAssigning()
  @ApiRoute('Stop trusting an application')
  remove(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('trustedApplication') trusted: ApplicationRow,
  ): Promise<void> {
    return this.trusted.remove(actor, application, trusted);
  }
}
