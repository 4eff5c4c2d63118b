import { degreeLines, mapFrame, scaleBar } from './map-frame';

const madrid = { lon: -3.7, lat: 40.42 };
const sydney = { lon: 151.2, lat: -33.87 };

describe('the frame of a map', () => {
  it('puts every place inside, north up and east right', () => {
    const frame = mapFrame([madrid, sydney]);
    for (const { lon, lat } of [madrid, sydney]) {
      expect(frame.x(lon)).toBeGreaterThan(0);
      expect(frame.x(lon)).toBeLessThan(frame.width);
      expect(frame.y(lat)).toBeGreaterThan(0);
      expect(frame.y(lat)).toBeLessThan(frame.height);
    }
    expect(frame.x(madrid.lon)).toBeLessThan(frame.x(sydney.lon));
    expect(frame.y(madrid.lat)).toBeLessThan(frame.y(sydney.lat));
  });
  it('shows a single place in the middle, with its surroundings', () => {
    const frame = mapFrame([madrid]);
    expect([frame.x(madrid.lon), frame.y(madrid.lat)]).toEqual([frame.width / 2, frame.height / 2]);
    expect(scaleBar(frame).label).toBe('500 m');
  });
  it('names even degrees', () => {
    const { lons, lats } = degreeLines(mapFrame([madrid, { lon: 2.17, lat: 41.39 }]));
    expect(lons.map(({ label }) => label)).toEqual(['4° W', '3° W', '2° W', '1° W', '0°', '1° E', '2° E']);
    expect(lats.map(({ label }) => label)).toEqual(['40° N', '41° N', '42° N']);
  });
  it('takes more places than a call takes arguments', () => {
    const many = Array.from({ length: 200_000 }, (_, at) => ({ lon: at / 1000, lat: 0 }));
    expect(mapFrame(many).width).toBe(560);
  });
});
