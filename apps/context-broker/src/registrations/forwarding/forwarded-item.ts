import type { AttributeFate, ForwardedItem, ForwardItem } from '../../entities/forwarding-port';
import type { TakenAttributes, UpdateAnswer } from './update-answer';

/**
 * What became of an item whose attributes went to several providers.
 *
 * @param assigned  attribute name → index into `answers`
 * @param answers   one for each request that was sent
 */
export function forwardedItem(
  { ref, attrs }: ForwardItem,
  assigned: ReadonlyMap<string, number>,
  answers: readonly UpdateAnswer[],
): ForwardedItem {
  const attributes = attrs.map(({ name }) => {
    const provider = assigned.get(name) ?? -1;
    return { name, provider, fate: fateOf(ref.id, name, answers[provider]) };
  });
  const isUpdated = ({ provider }: { readonly provider: number }) => answers[provider]?.kind === 'done';
  // The error text lists them provider by provider, those nobody was asked for first.
  const failed = attributes
    .filter((attribute) => !isUpdated(attribute))
    .sort((a, b) => a.provider - b.provider);
  return {
    matched: assigned.size > 0,
    attributes,
    updated: attributes.filter(isUpdated).map(({ name }) => name),
    failed: failed.map(({ name }) => name),
  };
}

function fateOf(id: string, name: string, answer: UpdateAnswer | undefined): AttributeFate {
  if (answer === undefined || answer.kind === 'missing') return { kind: 'missing' };
  if (answer.kind === 'unasked') return answer;
  if (answer.kind === 'failed' && answer.fault !== undefined) return { kind: 'failed', fault: answer.fault };
  const isAbout = (told: TakenAttributes) => told.id === id && told.names.includes(name);
  const refusal = answer.kind === 'failed' ? answer.refused?.find(isAbout) : undefined;
  if (refusal) return { kind: 'refused', code: refusal.code, details: refusal.details, ...typeOf(refusal) };
  // One that its provider does not refuse was taken, whatever befell the others.
  return { kind: 'updated', ...typeOf(answer.taken?.find(isAbout)) };
}

const typeOf = (told: TakenAttributes | undefined) => (told?.type ? { type: told.type } : {});
