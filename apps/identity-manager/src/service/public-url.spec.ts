import { PublicUrl } from './public-url';

describe('The public address', () => {
  it('is the configured one, wherever the service listens', () => {
    const url = new PublicUrl('https://id.city.example/idm');
    url.listeningOn(3000);
    expect([url.toString(), url.at('/v1'), url.isHttps]).toEqual([
      'https://id.city.example/idm',
      'https://id.city.example/idm/v1',
      true,
    ]);
  });

  it('is the port of this machine where none is configured, and stays', () => {
    const url = new PublicUrl(undefined);
    expect(url.toString()).toBe('http://localhost');
    url.listeningOn(3005);
    url.listeningOn(3006);
    expect([url.toString(), url.isHttps]).toEqual(['http://localhost:3005', false]);
  });

  it('is https where this process serves it', () => {
    const url = new PublicUrl(undefined, true);
    url.listeningOn(3443);
    expect([url.toString(), url.isHttps]).toEqual(['https://localhost:3443', true]);
    // Behind a configured address of http, a browser that comes by https still gets cookies for https.
    expect(new PublicUrl('http://id.city.example', true).isHttps).toBe(true);
  });
});
