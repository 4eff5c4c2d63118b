import { parseGeoQuery } from '@smart-city/ngsiv2';
import { geoCountFilter, geoFilter } from './mongo-geo-filter';

describe('near a place that does not exist', () => {
  it.each(['90.1,0', '-91,0', '0,180.5'])('%s finds nothing and asks the database for nothing', (coords) => {
    const query = parseGeoQuery('near;maxDistance:1000', 'point', coords);
    expect(geoFilter(query)).toEqual({ 'location.coords': { $in: [] } });
    expect(geoCountFilter(query)).toEqual({ 'location.coords': { $in: [] } });
  });
  it('is not the poles and the date line', () => {
    const query = parseGeoQuery('near;maxDistance:1000', 'point', '-90,180');
    expect(geoFilter(query)).toHaveProperty(['location.coords', '$nearSphere']);
  });
});
