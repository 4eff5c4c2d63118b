import type { Request } from 'express';
import { PublicUrl } from '../service/public-url';
import { comesFromElsewhere } from './form-origin';

const from = (headers: Record<string, string>) =>
  comesFromElsewhere(
    { headers: { host: 'id.city.example:3000', ...headers } } as Partial<Request> as Request,
    new PublicUrl('https://id.city.example'),
  );

describe('The sender of a form', () => {
  it.each<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: 'null' },
    { origin: 'https://id.city.example' },
    { origin: 'http://id.city.example:3000' },
  ])('%j is a page of ours, or says nothing', (headers) => {
    expect(from(headers)).toBe(false);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://id.city.example' },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'https://other.city.example' },
    { origin: 'http://id.city.example' },
    { origin: 'https://id.city.example.evil.example' },
    { origin: 'nonsense' },
  ])('%j is another site', (headers) => {
    expect(from(headers)).toBe(true);
  });
});
