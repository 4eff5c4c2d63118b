import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { notFound } from '../../http/api-errors';
import { Images } from '../../subjects/images/images.service';

@Controller('img')
export class ImagesController {
  constructor(private readonly images: Images) {}

  /** Names are random and never reused, so a browser may keep the picture. */
  @Get(':owner/:name')
  async read(@Param('name') name: string, @Res() response: Response): Promise<void> {
    const image = await this.images.find(name);
    if (!image) throw notFound('Image not found');
    response.set({ 'Content-Type': image.mediaType, 'Cache-Control': 'private, max-age=86400' });
    response.send(image.content);
  }
}
