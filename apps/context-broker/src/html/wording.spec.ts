import { coordinates } from './wording';

it.each([
  [40.468290551597605, -3.7732980754596293, '40.468291, -3.773298'],
  [-0.00000001, 180, '0, 180'],
  [90, -180, '90, -180'],
])('shows %d, %d as a place on a map', (lat, lon, shown) => {
  expect(coordinates({ lat, lon })).toBe(shown);
});
