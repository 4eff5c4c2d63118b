/** The parts of @nestjs/swagger that the document is made with. Imported on demand: named one by one, so that its page and what else it has stay out of the bundle. */
export {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiIncludeEndpoint,
  ApiOperation,
  ApiProperty,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  DocumentBuilder,
  getSchemaPath,
  SwaggerModule,
} from '@nestjs/swagger';
