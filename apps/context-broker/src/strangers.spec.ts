import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  askAsStranger,
  comeFromElsewhere,
  deploymentsOf,
  documentedForStrangers,
  differences,
  openPorts,
  type AnswerToStranger,
  type Deployment,
} from '@smart-city/testing';
import { readBrokerOptions } from './cli/options';
import { createApp } from './create-app';
import { listen } from './http/listen';
import { RouteTable } from './http/route-table';
import { openLog } from './logs/broker-log';

/** Where brokers of the deployments keep their data: the test has a store of its own. */
const isOfStore = (name: string) => name.startsWith('ORION_MONGO_');

const isRefused = ({ status }: AnswerToStranger) => status === 401 || status === 403;

/** The test says where to listen. */
const withoutAddress = (args: readonly string[]) =>
  args.filter((word, at) => word !== '-localIp' && args[at - 1] !== '-localIp');

/** Asks every route of a broker that is configured as documented, from another machine and without a token. */
async function answersOf({ args, env }: Deployment): Promise<readonly AnswerToStranger[]> {
  const folder = await mkdtemp(join(tmpdir(), 'strangers-'));
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !isOfStore(name)));
  const own = ['-port', '0', '-localIp', '127.0.0.1', '-logDir', folder, '-logLevel', 'NONE'];
  const words = [...withoutAddress(args), ...own, '-dbURI', `sqlite:${folder}`];
  const { options } = readBrokerOptions(words, kept);
  const app = await createApp(options, openLog(options));
  try {
    await listen(app, options);
    const server = app.getHttpServer() as Server;
    comeFromElsewhere(server);
    const answers: AnswerToStranger[] = [];
    for (const route of app.get(RouteTable).list()) answers.push(await askAsStranger(server, route));
    return answers;
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
}

describe('docs/security.md, "What a stranger may do"', () => {
  const documented = documentedForStrangers('Context broker');

  it('names every documented start', async () => {
    const deployments = await deploymentsOf('context-broker');
    expect([...documented.keys()].sort()).toEqual(deployments.map(({ name }) => name).sort());
  });

  it.each([...documented])('says what %s serves', async (name, access) => {
    const deployments = await deploymentsOf('context-broker');
    const answers = await answersOf(deployments.find((deployment) => deployment.name === name)!);
    expect(differences(answers, isRefused, access)).toEqual([]);
  });

  it('says which ports are open to whom', async () => {
    const ports = new Map([...documentedForStrangers('Port')].map(([name, { served }]) => [name, served]));
    expect(ports).toEqual(new Map((await openPorts()).map(({ name, ports }) => [name, ports])));
  });
});
