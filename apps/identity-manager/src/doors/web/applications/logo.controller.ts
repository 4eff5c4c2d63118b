import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { TakesPicture } from '../../../pages/picture-form';
import { PictureUpload } from '../../../pages/picture-upload';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { applicationOf, rolesPathOf } from './application-frame';

const editPathOf = (request: ApiRequest) =>
  `/idm/applications/${encodeURIComponent(applicationOf(request).id)}/edit`;

/** An application's logo, and the addresses of the later steps of registering, which are pages of their own here. */
@RulePages('idm/applications/:applicationId')
export class LogoController {
  constructor(private readonly upload: PictureUpload) {}

  @Post('image')
  @TakesPicture()
  @AllowPermission(may.manageApplication)
  async image(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    visit.go(editPathOf(request), await this.upload.take(visit, 'applications', applicationOf(request).id));
  }

  @Get('step/avatar')
  @AllowPermission(may.manageApplication)
  logoStep(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    visit.go(`${editPathOf(request)}#picture`);
  }

  @Get('step/roles')
  @AllowPermission(may.manageRoles)
  rolesStep(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    visit.go(rolesPathOf(request));
  }
}
