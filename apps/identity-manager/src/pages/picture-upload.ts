import { Injectable } from '@nestjs/common';
import type { ImageOwner } from '../subjects/images/images.repository';
import { Images } from '../subjects/images/images.service';
import type { Visit } from './visit';

/** Takes the picture form of a profile, an application or an organization. */
@Injectable()
export class PictureUpload {
  constructor(private readonly images: Images) {}

  /**
   * Stores the picture of a route that `TakesPicture`, or removes the one there is when the form says so.
   *
   * @returns the flash message of what happened
   */
  async take({ actor, request, form }: Visit, owner: ImageOwner, ownerId: string): Promise<string> {
    if (form.has('remove')) {
      await this.images.remove(actor, owner, ownerId);
      return 'flash.imageRemoved';
    }
    const taken = request.file && (await this.images.set(actor, owner, ownerId, request.file.buffer));
    return taken ? 'flash.imageSaved' : 'flash.imageRefused';
  }
}
