import { providerEndpoint } from './provider-endpoint';

describe('providerEndpoint', () => {
  it.each([
    ['http://agent:4041', 'http://agent:4041//op/update'],
    ['http://agent:4041/', 'http://agent:4041//op/update'],
    ['http://agent:4041/v2', 'http://agent:4041/v2/op/update'],
    ['http://agent:4041/v2/', 'http://agent:4041/v2//op/update'],
    ['https://[::1]:4041', 'https://[::1]:4041//op/update'],
  ])('%s', (url, expected) => {
    expect(providerEndpoint(url, '/op/update')).toBe(expected);
  });
});
