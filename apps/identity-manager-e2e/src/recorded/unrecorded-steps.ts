import { setTimeout as delay } from 'node:timers/promises';
import { obtainCode } from '../authorize/code-flow';
import type { TestDatabase } from '../each-database';
import { Admin, passwordTokens, requestToken, type TestApplication, type TestUser } from '../provision';
import type { Names } from './names';
import { exchanges } from './recording';

/*
 * What whoever recorded did between two exchanges without recording it: told by the tokens that only later requests show.
 */

/** What the steps work on. */
export interface Stage {
  readonly url: string;
  /** The same database with the lifetimes of the last exchanges: access 2 s, code 1 s, refresh 3 s. */
  readonly briefUrl: string;
  readonly names: Names;
  readonly query: TestDatabase['query'];
}

/** Milliseconds after which everything that the brief instance gives has ended. */
const longestBriefLife = 3100;

type Step = (stage: Stage) => Promise<void>;

const firstApplication = ({ names }: Stage): TestApplication => ({
  id: names.translate('fd012f1b-0d85-4f86-94ec-64ace49527f2'),
  secret: names.translate('0a5630d1-9874-4682-ad89-254f14e20575'),
  jwtSecret: null,
  redirectUri: 'http://127.0.0.1:9871/callback',
  name: 'app1',
});

/** The JSON Web Token in a recorded request. */
function tokenOf(exchange: number): string {
  const { request } = exchanges.find(({ number }) => number === exchange) ?? missing(exchange);
  return /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(`${request.path} ${request.body}`)?.[0] ?? missing(exchange);
}

function missing(exchange: number): never {
  throw new Error(`no token in exchange ${exchange}`);
}

const user = (name: string): TestUser => ({
  id: '',
  username: name,
  email: `${name}@test.com`,
  password: 'passw0rd',
});

/** Tokens of alice by the password grant, under the recording's names for them. */
const tokensOfAlice =
  (access: string | undefined, refresh?: string, scope?: string): Step =>
  async (stage) => {
    const tokens = await passwordTokens(stage.url, firstApplication(stage), user('alice'), scope);
    if (access !== undefined) stage.names.set(access, tokens.access_token);
    if (refresh !== undefined) stage.names.set(refresh, tokens.refresh_token ?? '');
  };

const codeOfCarol =
  (code: string, scope?: string): Step =>
  async (stage) =>
    stage.names.set(code, await obtainCode(stage.url, firstApplication(stage), user('carol'), { scope }));

const createCarol: Step = async ({ url }) => {
  await (await Admin.login(url)).createUser({ username: 'carol', email: 'carol@test.com' });
};

/** An application with the client credentials grant only. */
const createThirdApplication: Step = async ({ url, names }) => {
  const application = await (
    await Admin.login(url)
  ).createApplication({
    name: 'app3',
    redirect_uri: 'http://127.0.0.1:9871/three',
    grant_type: ['client_credentials'],
    token_types: undefined,
  });
  names.set('129c993c-aeea-43ab-b6ba-2579c5899eb3', application.id);
  names.set('a6ca0508-3257-4ad5-9e2f-da017bbe5080', application.secret);
};

/** The JSON Web Token that is good, with another end. */
const breakSignature: Step = async ({ names }) => {
  const broken = tokenOf(162);
  const good = names.translate(`${broken.slice(0, -'AAAA'.length)}3hVk`);
  names.set(broken, `${good.slice(0, -'AAAA'.length)}AAAA`);
};

const tokenOfCarol: Step = async (stage) => {
  const tokens = await passwordTokens(stage.url, firstApplication(stage), user('carol'));
  stage.names.set('a0dc04a7bf520d9d8bb26b64677b05aff25a8551', tokens.access_token);
};

/** Two generations of tokens of alice: the second by the refresh token of the first. */
const twoGenerations: Step = async (stage) => {
  const application = firstApplication(stage);
  const first = await passwordTokens(stage.url, application, user('alice'));
  const { body: second } = await requestToken(stage.url, application, {
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token,
  }).expect(200);
  stage.names.set('c378231b044b51e36946732f0f0ee76c2be70231', first.access_token);
  stage.names.set('24aa6b17443cf724ce99fce34a84408c025bb852', second.access_token);
  stage.names.set('65ffe3d4a9ad141404c58bb61217750feada58bf', second.refresh_token);
};

/** A code of 1 s, and then the end of all that the recording let end. */
const letAllEnd: Step = async (stage) => {
  const code = await obtainCode(stage.briefUrl, firstApplication(stage), user('carol'));
  stage.names.set('2143eda14a2ae1ca36c73a7b8f410f81ddbca367', code);
  await delay(longestBriefLife);
};

/** The condition is false in every dialect, with booleans or without. */
const disableBobInTheDatabase: Step = async ({ query }) => {
  await query(`UPDATE users SET enabled = (1 = 0) WHERE email = 'bob@test.com'`);
};

/** The steps, by the number of the exchange that they come before. */
export const unrecordedSteps: ReadonlyMap<number, readonly Step[]> = new Map([
  [83, [createCarol]],
  [97, [codeOfCarol('9ed7d77e85421b5c6fb012e1d48398d8dfd0db0f', 'jwt')]],
  [98, [codeOfCarol('7d888b88b2deec4b4fffd6bccf28978011705594', 'permanent')]],
  [99, [codeOfCarol('16ac796090e57f50555b1cae78c11460b78ea8a5', 'jwt,permanent')]],
  [100, [codeOfCarol('f1f512c7ae08f47039f3ec483053f752dfe2eed7')]],
  [128, [createThirdApplication]],
  [130, [tokensOfAlice('a8c5428276959c6acb6524c1d03bf731cee3029b')]],
  [162, [breakSignature]],
  [167, [tokensOfAlice(undefined, 'a7f5a6c286e54da203a15e4eb9105193ed6044df')]],
  [176, [tokenOfCarol]],
  [
    180,
    [tokensOfAlice('bfad7c712be2729638694a4452f6df5606c5726d', 'c6141c03eca843b74e3a8f93c679619a479dd8b3')],
  ],
  [184, [tokensOfAlice('d964c37ded1f20efa0de0b27828e4c71cd2fb465')]],
  [185, [tokensOfAlice('ed2ebe0bf4a0b4d8081aed75d17b3ad2cf82cfe7')]],
  [
    187,
    [tokensOfAlice('809efe7c941d4bcdf95a98ec365222760a0da37a', 'c1e6fb4950c3d0ae88e01c27e04cb559b71d5519')],
  ],
  [190, [twoGenerations]],
  [201, [tokensOfAlice('3f1ec0144409804aca37ee4d5317b0ae14e81d19')]],
  [203, [tokensOfAlice(tokenOf(203), '975c3b9d45ca1c1890685001e0ee2ffae621ccc0', 'jwt')]],
  [212, [letAllEnd]],
  [224, [disableBobInTheDatabase]],
]);
