import { FEATURES, type FeatureRecord } from '@smart-city/deprecation';
import { PageWords } from '../../html/page-words';
import { CATALOGUE } from '../../messages/catalogue';
import { featureName, removalOf, replacementOf } from './feature-words';

const [english, spanish] = [new PageWords('en', 0), new PageWords('es', 0)];
const plain = (text: string) => text.replaceAll('`', '');

describe('the words of deprecated features', () => {
  it('are in English those of the list', () => {
    const records: readonly FeatureRecord[] = FEATURES;
    const said = records.flatMap(({ id, feature, replacement, parts = [] }) => [
      [`feature.${id}`, plain(feature)],
      ...(replacement === undefined ? [] : [[`instead.${id}`, plain(replacement)]]),
      ...parts.map((part) => [`part.${part.id}`, part.name]),
    ]);
    const known = Object.entries(CATALOGUE.en).filter(([key]) => /^(?:feature|instead|part)\./.test(key));
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(said));
  });

  it('name a feature, also by one of its parts, what comes in its place, and when it goes', () => {
    expect(featureName('ngsiv1.remaining', spanish)).toMatch(/^NGSIv1 \(parámetros/);
    expect(featureName('of another version', spanish)).toBe('of another version');
    expect([replacementOf('ngsiv1', spanish), replacementOf('xml', spanish)]).toEqual([
      'la API NGSIv2',
      undefined,
    ]);
    expect(removalOf('getV2', spanish)).toBe('No se ha anunciado su eliminación.');
    expect(removalOf('rush', english)).toBe('Removed in 2.3.0.');
    expect(removalOf('pathPrefixes', spanish)).toBe(
      'Eliminada: /ngsi9: 3.8.0; /ngsi10: sin versión indicada.',
    );
  });
});
