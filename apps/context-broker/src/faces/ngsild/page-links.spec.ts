import { pageLinks } from './page-links';

const PATH = '/ngsi-ld/v1/entities';
const page = (limit: number, offset: number, hasMore: boolean) => ({
  paging: { limit, offset, count: false },
  hasMore,
});

it('links to both neighbours, with the parameters sorted by name and decoded', () => {
  const values = new Map([
    ['type', 'Room'],
    ['q', 'a=="ñ x"'],
    ['offset', '3'],
  ]);
  expect(pageLinks(PATH, values, page(2, 3, true), 'application/json')).toEqual([
    '</ngsi-ld/v1/entities?limit=2&offset=5&q=a=="%C3%B1 x"&type=Room>;rel="next";type="application/json"',
    '</ngsi-ld/v1/entities?limit=2&offset=1&q=a=="%C3%B1 x"&type=Room>;rel="prev";type="application/json"',
  ]);
});

it('begins the page before at the first entity, and links to none where there is none', () => {
  expect(pageLinks(PATH, new Map(), page(5, 3, false), 'application/ld+json')).toEqual([
    '</ngsi-ld/v1/entities?limit=5&offset=0>;rel="prev";type="application/ld+json"',
  ]);
  expect(pageLinks(PATH, new Map(), page(5, 0, false), 'application/json')).toEqual([]);
  expect(pageLinks(PATH, new Map(), page(0, 0, true), 'application/json')).toEqual([]);
});

it('lets nothing out of the header field', () => {
  const [link] = pageLinks(PATH, new Map([['q', 'a=="\r\n>"']]), page(1, 0, true), 'application/json');
  expect(link).toBe(
    '</ngsi-ld/v1/entities?limit=1&offset=1&q=a=="%0D%0A%3E">;rel="next";type="application/json"',
  );
});
