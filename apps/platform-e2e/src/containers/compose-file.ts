import { readFileSync } from 'node:fs';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { parse } from 'yaml';

/** How a container of ours is started: what the Dockerfile says and what the compose file adds. */
export interface Container {
  readonly app: 'context-broker' | 'identity-manager';
  /** After `node /app/main.js`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The command of the health check that the compose file has, after `node /app/main.js`. */
  readonly healthcheck: readonly string[];
}

interface Service {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

/** A compose file with its variables filled in, as `docker compose config` would show it. */
export class ComposeFile {
  private constructor(private readonly services: Readonly<Record<string, Service>>) {}

  /** @throws Error with the file's own message when a variable that it needs is not given */
  static read(name: string, variables: Readonly<Record<string, string>>): ComposeFile {
    const file = parse(readFileSync(`docker/${name}`, 'utf8'), { merge: true }) as object;
    const filled = JSON.stringify(file, (_key, value: unknown) =>
      typeof value === 'string' ? interpolate(value, variables) : value,
    );
    return new ComposeFile((JSON.parse(filled) as { services: Record<string, Service> }).services);
  }

  /** A service that runs one of our images. @throws Error when it runs another one */
  container(name: string): Container {
    const { image, build, command = [], environment = {} } = this.service(name);
    const app =
      build?.dockerfile.replace(/^docker\/(.*)\.Dockerfile$/, '$1') ?? image?.replace(/:local$/, '');
    if (app !== 'context-broker' && app !== 'identity-manager') throw new Error(`${name} runs ${app}`);
    const dockerfile = `docker/${app}.Dockerfile`;
    const instructions = DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getInstructions();
    return {
      app,
      args: [...afterMain(listOf(instructions, 'ENTRYPOINT')), ...command],
      env: { ...imageEnvironment(dockerfile), ...environment },
      healthcheck: afterMain(this.healthcheck(name)),
    };
  }

  environment(name: string): Readonly<Record<string, string>> {
    return this.service(name).environment ?? {};
  }

  /** The command of a service's own health check. */
  healthcheck(name: string): readonly string[] {
    return this.service(name).healthcheck?.test.slice(1) ?? [];
  }

  private service(name: string): Service {
    const service = this.services[name];
    if (!service) throw new Error(`no service ${name}`);
    return service;
  }
}

/** `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}` (Compose specification, "Interpolation"). */
const interpolate = (text: string, variables: Readonly<Record<string, string>>) =>
  text.replace(
    /\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g,
    (_all, name: string | undefined, kind: string | undefined, more: string = '') => {
      if (name === undefined) return '$';
      if (variables[name]) return variables[name];
      if (kind === '?') throw new Error(`${name}: ${more}`);
      return more;
    },
  );

/** @throws Error when the command is not one of the program in the image */
function afterMain([node, main, ...words]: readonly string[]): readonly string[] {
  if (node !== 'node' || main !== '/app/main.js') throw new Error(`it starts ${node} ${main}`);
  return words;
}

/** The words of the last instruction of this kind, which is written as a list. */
function listOf(instructions: readonly Instruction[], keyword: string): readonly string[] {
  const content = instructions
    .filter((instruction) => instruction.getKeyword() === keyword)
    .at(-1)
    ?.getArgumentsContent();
  return JSON.parse(content?.slice(content.indexOf('[')) ?? '[]') as string[];
}

/** `ENV` of the last stage. */
function imageEnvironment(dockerfile: string): Readonly<Record<string, string>> {
  const last = DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getENVs().at(-1);
  return Object.fromEntries(
    (last?.getProperties() ?? []).map((property) => [property.getName(), property.getValue() ?? '']),
  );
}
