import { jsonEtag } from './json-etag';

describe('The ETag of an answer', () => {
  it('is that of Keyrock for the same bytes', () => {
    // Recorded from Keyrock 8.3: a refused login.
    const body = '{"error":{"message":"Invalid email or password","code":401,"title":"Unauthorized"}}';
    expect(jsonEtag(body)).toBe('W/"53-HM/hhsSfxoQsxV7mUMAoJqvJdJ0"');
    expect(jsonEtag(Buffer.from(body))).toBe('W/"53-HM/hhsSfxoQsxV7mUMAoJqvJdJ0"');
  });

  it.each(['<!doctype html>', '', 'OK'])('is none for %j', (body) => expect(jsonEtag(body)).toBeUndefined());
});
