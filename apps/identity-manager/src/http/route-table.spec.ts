import { type Type, Controller, Delete, Get, Module, Post, All } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import type { NextFunction, Request, Response } from 'express';
import { answerOptions } from './answer-options';
import { CountedByPath, noFacts, OpenToOrigins, PlainHttp } from './route-facts';
import { RouteTable } from './route-table';

@OpenToOrigins()
@Controller(['v1/things', 'owners/:owner/things'])
class ThingsController {
  @Get('all')
  @CountedByPath()
  list() {
    return [];
  }
  @Post()
  create() {
    return {};
  }
  @Delete(':id')
  remove() {
    return {};
  }
  @Get(':id')
  show() {
    return {};
  }
}

@Controller()
class Probes {
  @Get('probe')
  @PlainHttp()
  probe() {
    return {};
  }
}

@Controller('v1/*rest')
class Unknown {
  @All()
  answer() {
    return {};
  }
}

@Module({
  imports: [DiscoveryModule],
  controllers: [ThingsController, Probes, Unknown],
  providers: [RouteTable],
})
class TestModule {}

@Controller('same')
class Contradicting {
  @Get()
  @OpenToOrigins()
  show() {
    return {};
  }
  @Post()
  create() {
    return {};
  }
}

@Module({ imports: [DiscoveryModule], controllers: [Contradicting], providers: [RouteTable] })
class ContradictingModule {}

describe('RouteTable (docs/behaviour/identity-manager.md, "Paths and methods")', () => {
  let app: NestExpressApplication;
  let routes: RouteTable;
  const open = async (module: Type) => {
    const opened = await NestFactory.create<NestExpressApplication>(module, { logger: false });
    opened.use((asked: Request, response: Response, next: NextFunction) => {
      if (asked.method !== 'OPTIONS' || !answerOptions(opened.get(RouteTable), asked, response)) next();
    });
    return opened.init();
  };
  beforeAll(async () => {
    app = await open(TestModule);
    routes = app.get(RouteTable);
  });
  afterAll(() => app.close());

  it.each([
    ['/v1/things', { openToOrigins: true }],
    ['/v1/things/', { openToOrigins: true }],
    ['/v1/things/7', { openToOrigins: true }],
    ['/owners/ann/things/7', { openToOrigins: true }],
    ['/v1/things/all', { openToOrigins: true, countedByPath: true }],
    ['/probe', { plainHttp: true }],
    ['/v1/nothing/at/all', {}],
    ['/nothing', {}],
    ['/constructor', {}],
  ])('knows what is declared of %s', (path, facts) => {
    expect(routes.factsOf(path)).toEqual({ ...noFacts, ...facts });
  });

  it.each([
    ['/v1/things/7', ['DELETE', 'GET', 'HEAD']],
    ['/v1/things', ['POST']],
    ['/v1/nothing', []],
    ['/nothing', []],
  ])('knows the methods of %s', (path, methods) => expect(routes.methodsOf(path)).toEqual(methods));

  it.each([
    ['/v1/things/all', '/v1/things/all'],
    ['/v1/things/7', '/v1/*'],
    ['/owners/ann/things/all', '/owners/*'],
    ['/v1', '/v1/*'],
    ['/probe', 'other'],
    ['/nothing/7', 'other'],
  ])('counts %s as %s', (path, label) => expect(routes.labelOf(path)).toBe(label));

  it('says on OPTIONS what a path can be asked with', async () => {
    const { status, text, headers } = await request(app.getHttpServer()).options('/v1/things/7?x=1');
    expect([status, text, headers['allow']]).toEqual([200, 'DELETE, GET, HEAD', 'DELETE, GET, HEAD']);
  });

  it('takes no path whose methods contradict each other', async () => {
    const contradicting = await open(ContradictingModule);
    expect(() => contradicting.get(RouteTable).factsOf('/same')).toThrow('Contradicting');
    await contradicting.close();
  });
});
