import express from 'express';
import request from 'supertest';
import { answerOptions } from './answer-options';

describe('answerOptions', () => {
  const app = express();
  app.use((asked, response, next) => {
    if (!answerOptions(app, asked, response)) next();
  });
  const end = (_: unknown, response: express.Response) => void response.status(404).end();
  app.get('/things/:id', end);
  app.delete('/things/:id', end);
  app.post('/things', end);
  app.all('/*rest', end);

  it.each([
    ['/things/7', 'DELETE, GET, HEAD'],
    ['/things', 'POST'],
    ['/things/?x=1', 'POST'],
  ])('lists the methods of %s', async (path, methods) => {
    const { status, text, headers } = await request(app).options(path);
    expect([status, text, headers['allow']]).toEqual([200, methods, methods]);
  });

  it.each(['/', '/nothing', '/things/7/8'])('leaves %s, which no route of its own takes', async (path) => {
    expect((await request(app).options(path)).status).toBe(404);
  });
});
