import type { Server } from 'node:http';
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AUTHZ_DEFAULTS, AuthzGuard } from '@smart-city/authz';
import { NotificationsController, type Received } from './notifications.controller';
import { TokenGuard } from './token.guard';

/** The example of `docs/security.md`: a Nest service of one's own behind the same identity manager. */
@Module({})
class ProtectedModule {
  static with(identityManagerUrl: string, applicationId: string) {
    const authz = new AuthzGuard({ ...AUTHZ_DEFAULTS, identityManagerUrl, applicationId });
    return {
      module: ProtectedModule,
      controllers: [NotificationsController],
      providers: [{ provide: AuthzGuard, useValue: authz }, TokenGuard],
    };
  }
}

export interface ProtectedService {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

export async function startProtectedService(
  identityManagerUrl: string,
  applicationId: string,
): Promise<ProtectedService> {
  const app = await NestFactory.create(ProtectedModule.with(identityManagerUrl, applicationId), {
    logger: false,
  });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received: app.get(NotificationsController).received,
    close: () => app.close(),
  };
}
