import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ApiGuard } from './api.guard';

/** Keyrock's clients use either prefix; Wilma the second. */
export const apiPrefixes = ['v1', 'v3'] as const;

/**
 * A controller of the management API below both prefixes, behind the one guard.
 *
 * @param path  without slashes around it; empty for the prefix itself
 */
export const ApiController = (path: string) =>
  applyDecorators(
    Controller(apiPrefixes.map((prefix) => (path === '' ? prefix : `${prefix}/${path}`))),
    UseGuards(ApiGuard),
  );
