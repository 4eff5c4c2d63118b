import { applyDecorators, Controller, UseFilters, UseGuards, UsePipes } from '@nestjs/common';
import { Tag } from '../../openapi/documented';
import { OpenToOrigins } from '../../http/route-facts';
import { ApiGuard } from './api.guard';
import { BodyPipe } from './body.pipe';
import { FaultFilter } from './fault.filter';

/** Keyrock's clients use either prefix; Wilma the second. */
export const apiPrefixes = ['v1', 'v3'] as const;

/**
 * A controller of the management API below both prefixes, behind the one guard; bodies become DTOs, faults Keyrock's texts.
 *
 * @param path  without slashes around it; empty for the prefix itself
 * @param chapter  of the OpenAPI document
 */
export const ApiController = (path: string, chapter?: string) =>
  applyDecorators(
    Controller(apiPrefixes.map((prefix) => (path === '' ? prefix : `${prefix}/${path}`))),
    UseGuards(ApiGuard),
    UsePipes(BodyPipe),
    UseFilters(FaultFilter),
    OpenToOrigins(),
    ...(chapter === undefined ? [] : [Tag(chapter)]),
  );
