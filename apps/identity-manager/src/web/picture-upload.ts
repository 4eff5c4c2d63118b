import { Injectable } from '@nestjs/common';
import multer from 'multer';
import { Csrf } from './csrf';
import { Images, mostImageBytes, type ImageOwner } from './images.service';
import type { Visit } from './visit';

const read = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: mostImageBytes, files: 1, fields: 10, fieldSize: 4000, parts: 11 },
}).single('image');

/** Takes the picture form of a profile, an application or an organization. */
@Injectable()
export class PictureUpload {
  constructor(
    private readonly images: Images,
    private readonly csrf: Csrf,
  ) {}

  /**
   * Reads the upload and stores the picture, or removes it when the form says so.
   *
   * @returns the flash message of what happened
   * @throws PageError 403 when the form's token is not good
   */
  async take({ request, response }: Visit, owner: ImageOwner, ownerId: string): Promise<string> {
    if (request.is('multipart/form-data')) {
      const problem = await new Promise<unknown>((resolve) => read(request, response, resolve));
      // Without a token the form is not ours, whatever else is wrong with it.
      this.csrf.check(request);
      if (problem !== undefined && problem !== null) return 'flash.imageRefused';
    }
    const body = request.body as Readonly<Record<string, unknown>> | undefined;
    if (body?.['remove'] !== undefined) {
      await this.images.remove(owner, ownerId);
      return 'flash.imageRemoved';
    }
    const taken = request.file && (await this.images.set(owner, ownerId, request.file.buffer));
    return taken ? 'flash.imageSaved' : 'flash.imageRefused';
  }
}
