import { CountedByPath, OpenToOrigins, PlainHttp } from './route-facts';
import { Controller, Get, Inject } from '@nestjs/common';
import { OPTIONS, type Options } from '../cli/options';
import { docsPath } from '../service/docs-path';
import { PublicUrl } from '../service/public-url';
import { release } from '../service/release';
import { bodyOf } from '../openapi/content';
import { Described, Text } from '../openapi/described';
import { Documented, Tag } from '../openapi/documented';

class ApiAddress {
  @Text() version!: string;
  @Text() link!: string;
}

class ReleaseFacts {
  @Text() version!: string;
  @Text() release_date!: string;
  @Text({ description: '`HH:MM:SS.d`' }) uptime!: string;
  @Text() doc!: string;
  @Described({ type: ApiAddress }) api!: ApiAddress;
}

class Versions {
  @Described({ type: ReleaseFacts, description: 'The version of Keyrock whose interface this is.' })
  keyrock!: ReleaseFacts;
  @Described({ type: ReleaseFacts }) 'identity-manager'!: ReleaseFacts;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** Seconds as `HH:MM:SS.d`. */
export function renderUptime(seconds: number): string {
  const tenths = Math.floor(seconds * 10);
  const whole = Math.floor(tenths / 10);
  return `${pad(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}.${tenths % 10}`;
}

/** What Wilma and other clients ask first; `keyrock` is the key they read. */
@OpenToOrigins()
@PlainHttp()
@CountedByPath()
@Tag('Service')
@Controller('version')
export class VersionController {
  constructor(
    private readonly publicUrl: PublicUrl,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  @Documented({ id: 'version', summary: 'Version and uptime', answers: bodyOf(Versions) })
  version(): Versions {
    const facts = {
      version: release.version,
      release_date: release.date,
      uptime: renderUptime(process.uptime()),
      doc: this.publicUrl.at(docsPath(this.options)),
      api: { version: 'v1', link: this.publicUrl.at('/v1') },
    };
    return { keyrock: { ...facts, version: release.keyrockVersion }, 'identity-manager': facts };
  }
}
