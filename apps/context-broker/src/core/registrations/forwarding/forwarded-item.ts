import type {
  AttributeFate,
  ForwardedAttribute,
  ForwardedItem,
  ForwardItem,
} from '../../entities/forwarding-port';
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
  const isUpdated = ({ fate }: ForwardedAttribute) => fate.kind === 'updated';
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
  const isNamed = (told: TakenAttributes) => told.id === id && told.names.includes(name);
  const taken = answer.taken?.find((told) => isNamed(told) || (told.id === id && told.names.length === 0));
  const refused = answer.kind === 'failed' ? answer.refused : undefined;
  // Where a provider refuses something, only what it says it took was taken.
  const refusal = refused?.find(isNamed) ?? (taken ? undefined : refused?.[0]);
  if (refusal) return { kind: 'refused', code: refusal.code, details: refusal.details, ...typeOf(refusal) };
  return { kind: 'updated', ...typeOf(taken) };
}

const typeOf = (told: TakenAttributes | undefined) => (told?.type ? { type: told.type } : {});
