import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import multer from 'multer';
import { mostImageBytes } from '../subjects/images/images.service';

const key = 'identity-manager.takes-picture';

/** The routes that take `multipart/form-data`; everywhere else it is refused. */
export const TakesPicture = () => SetMetadata(key, true);

export const takesPicture = (reflector: Reflector, context: ExecutionContext): boolean =>
  reflector.get<true | undefined>(key, context.getHandler()) === true;

const read = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: mostImageBytes, files: 1, fields: 10, fieldSize: 4000, parts: 11 },
}).single('image');

/**
 * Reads a picture form: its fields into `request.body`, its picture into `request.file`. A form with too much in it
 * has no picture, so that the page can say so.
 */
export async function readPicture(request: Request, response: Response): Promise<void> {
  if (!request.is('multipart/form-data')) return;
  const problem = await new Promise<unknown>((resolve) => read(request, response, resolve));
  if (problem !== undefined && problem !== null) delete request.file;
}
