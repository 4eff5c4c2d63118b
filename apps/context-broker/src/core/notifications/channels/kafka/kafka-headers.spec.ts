import { kafkaHeaders } from './kafka-headers';

const standard = [
  ['Fiware-Service', 't'],
  ['Fiware-Servicepath', '/a'],
  ['Fiware-Correlator', 'c'],
  ['Ngsiv2-AttrsFormat', 'normalized'],
] as const;

it('headers of a record are replaced where a custom one has the same name, never removed', () => {
  const custom = new Map([
    ['fiware-service', 'other'],
    ['fiware-servicepath', ''],
    ['fiware-correlator', 'x'],
    ['b', '1'],
    ['empty', ''],
  ]);
  expect(kafkaHeaders(standard, custom)).toEqual([
    ['b', '1'],
    ['Fiware-Correlator', 'c'],
    ['Fiware-Service', 'other'],
    ['Fiware-Servicepath', '/a'],
    ['Ngsiv2-AttrsFormat', 'normalized'],
  ]);
});
