import { renderExactJson, type Entity } from '@smart-city/context';
import { renderLdEntity, renderLdFeature, type LdContext, type ShowOptions } from '@smart-city/ngsild';
import type { EntityRenderer } from '../../../storage/ld-query';
import type { Showing } from '../entities/show-entity';

/** Writes the entities of a list. */
export interface ListRenderer extends EntityRenderer {
  readonly options: ShowOptions;
  /** Writes one entity with other options. */
  readonly write: (entity: Entity, options: ShowOptions) => string;
}

/** Says how the entities of a list are written. Features name their context in the collection alone. */
export function rendererOf({ options, feature }: Showing): ListRenderer {
  const { contextText: _context, ...bare } = options;
  const shown = feature === undefined ? options : bare;
  const write: ListRenderer['write'] =
    feature === undefined
      ? (entity, given) => renderLdEntity(entity, given)
      : (entity, given) => renderLdFeature(entity, given, feature);
  const key = feature === undefined ? keyOf(shown) : undefined;
  return {
    options: shown,
    write,
    render: (entity) => write(entity, shown),
    ...(key !== undefined && { key }),
  };
}

/** Writes a list: an array, or a FeatureCollection (GS CIM 009 §4.5.17). */
export function listText(texts: readonly string[], { feature, options }: Showing): string {
  if (feature === undefined) return `[${texts.join(',')}]`;
  const context = options.contextText === undefined ? '' : `,"@context":${options.contextText}`;
  return `{"type":"FeatureCollection","features":[${texts.join(',')}]${context}}`;
}

const contextNumbers = new WeakMap<LdContext, number>();
let lastNumber = 0;

/** Numbers contexts: each names what it compacts in its own way. */
function numberOf(context: LdContext): number {
  const known = contextNumbers.get(context);
  if (known !== undefined) return known;
  lastNumber += 1;
  contextNumbers.set(context, lastNumber);
  return lastNumber;
}

/** Returns the key of texts of whole entities; undefined where parts of entities are chosen. */
function keyOf({ context, format, sysAttrs, contextText, ...choice }: ShowOptions): string | undefined {
  const { pick, omit, attrs, datasetIds, lang, olderKinds } = choice;
  if ((pick ?? omit ?? attrs ?? datasetIds ?? lang ?? olderKinds) !== undefined) return undefined;
  return renderExactJson([numberOf(context), format, sysAttrs === true, contextText ?? '']);
}
