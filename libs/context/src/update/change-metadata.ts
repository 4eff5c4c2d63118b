import { ContextFault } from '../faults';
import type { MetadataMap } from '../model/entity';
import type { AttributeInput } from '../model/entity-update';

/**
 * The metadata of an attribute after an update of nothing else.
 *
 * @throws ContextFault  `metadataNotFound`: an item that is to go is not there
 */
export function changeMetadata(
  stored: MetadataMap,
  { onlyMetadata, metadata: given }: Pick<AttributeInput, 'onlyMetadata' | 'metadata'>,
): MetadataMap {
  switch (onlyMetadata) {
    case 'replace':
      return given;
    case 'remove': {
      const left = new Map(stored);
      for (const name of given.keys()) if (!left.delete(name)) throw new ContextFault('metadataNotFound', {});
      return left;
    }
    default:
      return new Map([...stored, ...given]);
  }
}
