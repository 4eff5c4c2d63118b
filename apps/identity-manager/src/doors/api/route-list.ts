import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { ruledRoutes, type RuledRoute } from '../../access/ruled-routes';
import { apiPrefixes } from './api-controller';
import { ApiModule } from './api.module';

/** Every route of the management API, in the order of their registration. Below /v1 and /v3 alike; the first stands for both. */
export function apiRoutes(): readonly RuledRoute[] {
  const controllers = Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, ApiModule) as Type[];
  return ruledRoutes(controllers, apiPrefixes[0]);
}
