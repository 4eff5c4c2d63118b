import { addApplication, addAssignment, addRole, addUser } from '../../../database/test-rows';
import { openTestPages, type TestPages, type TestVisitor } from '../../../test-pages';

let pages: TestPages;
let owner: TestVisitor;
let ownerId: string;
beforeAll(async () => {
  pages = await openTestPages();
  const user = await addUser(pages);
  ownerId = user.id;
  owner = await pages.as(user);
});
afterAll(() => pages.close());

/** The page after an application of the kind was registered. */
const register = async (kind: string) => {
  const form = await owner.get(`/idm/applications/new?kind=${kind}`);
  const [, once = ''] = /name="_once" value="([^"]+)"/.exec(form.text) ?? [];
  const fields = { kind, name: kind, redirect_uri: 'https://a.example/back', _once: once };
  const { status, text } = await owner.post('/idm/applications/new', fields);
  expect(status).toBe(200);
  return text;
};

const STEPS = ['Add a role', 'Add a permission', 'Give somebody the role', 'Register a device', 'Try it'];

const stepsIn = (text: string) => STEPS.filter((step) => text.includes(`>${step}</a>`));

describe('The page after registering', () => {
  it.each([
    ['web', ['Add a role', 'Add a permission', 'Give somebody the role', 'Try it']],
    ['app', ['Add a role', 'Add a permission', 'Give somebody the role', 'Try it']],
    // Their tokens have no roles: steps to a role would lead them nowhere.
    ['service', []],
    ['device', ['Register a device']],
  ])('of the kind %s has the steps that lead it somewhere', async (kind, steps) => {
    const text = await register(kind);
    expect(stepsIn(text)).toEqual(steps);
    expect(text.includes('Programs and devices have none')).toBe(!steps.includes('Add a role'));
    expect(text).toContain('>Run a program</a>');
    // The page is the answer to a form: an address within it would be that of the form.
    const [, guard] = /href="([^"]+)">Guard a broker<\/a>/.exec(text) ?? [];
    expect(guard).toMatch(/^\/idm\/applications\/[\w-]+\/start\?in=broker#program$/);
  });

  it.each(['web', 'app', 'service', 'device'])(
    'of the kind %s says that it is registered, with its ID, and the secret it has',
    async (kind) => {
      const text = await register(kind);
      expect(text).toContain('The application is registered.');
      expect(text).toContain('id="client-id"');
      expect(text.includes('id="client-secret"')).toBe(kind !== 'app');
      const [start] = /\/idm\/applications\/[\w-]+\/start/.exec(text) ?? [];
      const later = await owner.get(start ?? '');
      expect(later.text).not.toContain('The application is registered.');
    },
  );

  it('has all steps for a program where users have roles all the same', async () => {
    const { id } = await addApplication(pages, { grantType: 'client_credentials,password' });
    await addAssignment(pages, id, 'provider', { userId: ownerId });
    await addRole(pages, id, { name: 'operator' });
    const { text } = await owner.get(`/idm/applications/${id}/start`);
    expect(stepsIn(text)).toContain('Give somebody the role');
  });

  it('says of a broker what it asks, by what the application is', async () => {
    const inTab = async (grantType: string) => {
      const { id } = await addApplication(pages, { grantType });
      await addAssignment(pages, id, 'provider', { userId: ownerId });
      return (await owner.get(`/idm/applications/${id}/start?in=broker`)).text;
    };
    expect(await inTab('authorization_code')).toContain('whether the roles of the user allow it');
    expect(await inTab('client_credentials')).toContain('whoever has one may do everything');
  });
});
