import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';

export type App = 'context-broker' | 'identity-manager';

/** One of our services as a documented way of starting it configures it. */
export interface Deployment {
  /** `npm start`, or the name of a compose file. */
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
}

const FOLDER = 'docker';
const composeFiles = () => readdirSync(FOLDER).filter((name) => /^compose\..*\.yaml$/.test(name));

/** Services of a compose file. Variables without a default get a value of their own. */
function servicesOf(file: string): Readonly<Record<string, ComposeService>> {
  const text = readFileSync(join(FOLDER, file), 'utf8').replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_all, name: string, preset?: string) => preset ?? `value-of-${name.toLowerCase()}`,
  );
  // As Compose does: a value that is empty is an empty text.
  const filled = JSON.stringify(parse(text, { merge: true }), (_key, value: unknown) => value ?? '');
  return (JSON.parse(filled) as { services: Record<string, ComposeService> }).services;
}

const isOf =
  (app: App) =>
  ({ image, build }: ComposeService): boolean =>
    image === `${app}:local` || build?.dockerfile === `${FOLDER}/${app}.Dockerfile`;

/** Returns what `npm start` starts. */
async function ofStart(env: Record<string, string>) {
  const url = pathToFileURL(join(process.cwd(), 'tools', 'services-of-start.mjs')).href;
  const { servicesOfStart } = (await import(url)) as {
    readonly servicesOfStart: (env: Record<string, string>) => {
      readonly hosts: readonly string[];
      readonly services: readonly { readonly name: string; readonly args: readonly string[] }[];
    };
  };
  return servicesOfStart(env);
}

/** Returns each documented way of starting a service: `npm start`, then the compose files. Replicas count once. */
export async function deploymentsOf(app: App): Promise<readonly Deployment[]> {
  const env: Record<string, string> = {};
  const { services } = await ofStart(env);
  const { args } = services.find(({ name }) => name === app)!;
  const composed = composeFiles().map((name) => {
    const service = Object.values(servicesOf(name)).find(isOf(app))!;
    return { name, args: service.command ?? [], env: service.environment ?? {} };
  });
  return [{ name: 'npm start', args, env }, ...composed];
}

/** Returns the addresses and ports that each documented start opens on its machine, with the defaults of its variables. */
export async function openPorts(): Promise<
  readonly { readonly name: string; readonly ports: readonly string[] }[]
> {
  const { hosts } = await ofStart({});
  const ofServices = hosts.flatMap((host) => [`${host}:1026`, `${host}:3000`]);
  const composed = composeFiles().map((name) => ({
    name,
    // Without the port inside the container.
    ports: Object.values(servicesOf(name)).flatMap(({ ports = [] }) =>
      ports.map((port) => port.replace(/:\d+$/, '')),
    ),
  }));
  return [{ name: 'npm start', ports: ofServices }, ...composed];
}
