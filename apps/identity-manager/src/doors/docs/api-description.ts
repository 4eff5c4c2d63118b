import { Injectable, type INestApplication } from '@nestjs/common';
import { PublicUrl } from '../../service/public-url';
import { renderOpenApi, type OpenApiDocument } from './openapi';

/** What this service says of its interface. */
@Injectable()
export class ApiDescription {
  private application: INestApplication | undefined;
  private made: Promise<OpenApiDocument> | undefined;

  constructor(private readonly publicUrl: PublicUrl) {}

  /** Whose routes are described: Nest hands out everything but the application itself. */
  describes(application: INestApplication): void {
    this.application = application;
  }

  /** Made when it is first asked for: the public URL is known only once the service listens. */
  document(): Promise<OpenApiDocument> {
    if (!this.application) throw new Error('the application is not known yet');
    this.made ??= renderOpenApi(this.application, this.publicUrl.toString());
    return this.made;
  }
}
