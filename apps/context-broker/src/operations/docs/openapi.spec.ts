import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { RequestMethod, type DynamicModule, type Type } from '@nestjs/common';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ServiceState } from '@smart-city/service';
import { AppModule } from '../../app.module';
import { readBrokerOptions, type BrokerOptions } from '../../cli/options';
import { FACE_OF_OTHERS } from '../../faces/ngsiv2/ngsiv2-face';
import { RouteTable } from '../../http/route-table';
import type { BrokerLog } from '../../logs/broker-log';
import { operations, renderOpenApi } from './openapi';

type Module = Type | DynamicModule;

const metadata = <T>(key: string, target: object): readonly T[] =>
  (Reflect.getMetadata(key, target) as readonly T[] | undefined) ?? [];

function controllersOf(module: Module, seen = new Set<Module>()): readonly Type[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const dynamic = 'module' in module ? module : { module, controllers: [], imports: [] };
  const { controllers = [], imports = [] } = dynamic;
  const inner = [
    ...(imports as readonly Module[]),
    ...metadata<Module>(MODULE_METADATA.IMPORTS, dynamic.module),
  ];
  return [
    ...controllers,
    ...metadata<Type>(MODULE_METADATA.CONTROLLERS, dynamic.module),
    ...inner.flatMap((one) => controllersOf(one, seen)),
  ];
}

const list = (path: unknown): readonly string[] =>
  Array.isArray(path) ? (path as string[]) : [String(path)];

function routesOf(controller: Type): readonly string[] {
  const prototype = controller.prototype as Record<string, object>;
  const [prefix = ''] = list(Reflect.getMetadata(PATH_METADATA, controller));
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const verb = Reflect.getMetadata(METHOD_METADATA, prototype[name]!) as RequestMethod | undefined;
    if (verb === undefined) return [];
    const paths = list(Reflect.getMetadata(PATH_METADATA, prototype[name]!));
    return paths.map(
      (path) => `${RequestMethod[verb]} /${`${prefix}/${path}`.split('/').filter(Boolean).join('/')}`,
    );
  });
}

/** Every route that any option or version turns on. */
function allRoutes(): readonly string[] {
  const { options } = readBrokerOptions(['-compatVersion', '3.12.0'], {});
  const all: BrokerOptions = {
    ...options,
    adminConsole: true,
    registrationPatch: true,
    notifDeadLetters: 1,
    endpointsFile: 'x',
  };
  const app = AppModule.with(
    all,
    undefined as unknown as BrokerLog,
    new RouteTable(FACE_OF_OTHERS),
    new ServiceState(),
  );
  return controllersOf(app).flatMap(routesOf);
}

const keyed = (key: string) => {
  const [verb = '', path = ''] = key.split(' ');
  return { verb, path };
};

describe('the OpenAPI document of the broker', () => {
  it('describes every route of the broker, and no other; of its pages the first', () => {
    const isPage = (route: string) => / \/(?:$|admin\/console\/)/.test(route);
    expect(Object.keys(operations).sort()).toEqual(
      allRoutes()
        .filter((route) => !isPage(route))
        .sort(),
    );
  });

  it('has the routes that are there, and only those', () => {
    const { paths } = renderOpenApi([keyed('GET /v2/entities/:id')]);
    expect(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ['/v2/entities/{id}', ['get']],
    ]);
  });

  it('is valid by the rules of others', async () => {
    const document = renderOpenApi(Object.keys(operations).map(keyed));
    const config = await createConfig({
      extends: ['recommended'],
      // Facts about the service cannot be asked for in a wrong way.
      rules: {
        'info-license': 'off',
        'operation-4xx-response': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });
});
