import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import { badRequestData, type LdContext, type NgsiLdFault } from '@smart-city/ngsild';
import { goOn, type AtHand } from '../../../context/at-hand';
import { contextLink } from '../contexts/link-header';
import { contextFault, type ContextCompiler, type LdCall } from '../ld-call';

/** Most items of one batch. */
const MAX_ITEMS = 10_000;

/** Reads the items of a batch (GS CIM 009 §5.6.7.4). @throws BadRequestData  the body is no array, an empty one, or has a null */
export function itemsOf(body: JsonValue): readonly JsonValue[] {
  if (!isJsonArray(body)) throw badRequestData('Invalid batch', 'The body must be an array');
  if (body.length === 0) throw badRequestData('Invalid batch', 'The array is empty');
  if (body.length > MAX_ITEMS)
    throw badRequestData('Invalid batch', `A batch has at most ${MAX_ITEMS} items`);
  if (body.includes(null)) throw badRequestData('Invalid batch', 'An item is null');
  return body;
}

/** The id that an item names, if any. */
export function idOfItem(item: JsonValue): string | undefined {
  const id = isJsonObject(item) ? item.get('id') : item;
  return typeof id === 'string' ? id : undefined;
}

/** @throws BadRequestData  the item is no object */
export function objectOf(item: JsonValue): JsonObject {
  if (isJsonObject(item)) return item;
  throw badRequestData('Invalid item', 'An item must be a JSON object');
}

/** The contexts of the items of one batch: the rules of one body hold for each item. */
export class ItemContexts {
  private readonly link: string | undefined;

  /** @throws BadRequestData  the Link header is wrong */
  constructor(
    private readonly call: LdCall,
    private readonly contexts: ContextCompiler,
  ) {
    this.link = contextLink(call.request.header('link'));
  }

  /** @throws NgsiLdFault  the context of the item is misplaced, missing, or cannot be had */
  of(item: JsonObject): AtHand<LdContext> {
    const own = item.get('@context');
    const fault: NgsiLdFault | undefined = contextFault(this.call.hasContextInBody, own, this.link);
    if (fault !== undefined) throw fault;
    return goOn(this.contexts.compile(this.call.tenant, own ?? this.link), (names) => names);
  }
}
