import supertest from 'supertest';
import { Logger } from '../service/logger';
import { openTestPages } from '../test-pages';

describe('A request', () => {
  it.each([
    ['true', 2],
    ['false', 0],
  ])('is logged where IDM_DEBUG is %s, and never its secrets', async (debug, count) => {
    const pages = await openTestPages({ IDM_DEBUG: debug });
    try {
      const lines: unknown[][] = [];
      Object.assign(pages.app.get(Logger), { info: (...line: unknown[]) => void lines.push(line) });
      const client = supertest(pages.app.getHttpServer());
      await client.get('/user?access_token=S3CRET');
      await client.get('/v1/access-tokens/S3CRET');
      expect(lines.filter(([message]) => message === 'request')).toHaveLength(count);
      expect(JSON.stringify(lines)).not.toContain('S3CRET');
      if (count > 0)
        expect(lines[0]).toEqual([
          'request',
          { method: 'GET', route: '/user', status: 401, milliseconds: expect.any(Number) },
        ]);
    } finally {
      await pages.close();
    }
  });
});
