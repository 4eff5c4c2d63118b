import { addApplication, addOrganization, addUser } from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { DirectoryModule } from './directory.module';
import { Directory } from './directory.service';

describe('The directory', () => {
  let context: TestContext;
  let directory: Directory;
  beforeEach(async () => {
    context = await openTestContext([DirectoryModule]);
    directory = context.get(Directory);
  });
  afterEach(() => context.close());

  const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);

  it('finds users by part of the name or by their whole address', async () => {
    await addUser(context, { username: 'José', email: 'pepe@city.example' });
    await addUser(context, { username: 'Josefa', email: 'josefa@city.example', enabled: false });
    expect(namesOf((await directory.users('JOS')).found)).toEqual(['José']);
    expect(namesOf((await directory.users(' PEPE@city.example ')).found)).toEqual(['José']);
    for (const text of ['j', 'pepe@', 'city.example', '%%', 'josef'])
      expect([text, (await directory.users(text)).found]).toEqual([text, []]);
  });

  it('finds organizations and applications, the service itself apart', async () => {
    await addOrganization(context, { name: 'Água 100%' });
    const { id } = await addApplication(context, { name: 'Parking' });
    expect(namesOf((await directory.organizations('agua')).found)).toEqual(['Água 100%']);
    expect(namesOf((await directory.organizations('00%')).found)).toEqual(['Água 100%']);
    expect((await directory.organizations('%%')).found).toEqual([]);
    expect((await directory.applications('park')).found).toEqual([{ id, name: 'Parking', image: 'default' }]);
    expect((await directory.applications('idm')).found).toEqual([]);
  });

  it('counts what there is', async () => {
    await addUser(context);
    await addApplication(context);
    expect(await directory.sizes()).toEqual({ users: 1, organizations: 0, applications: 1, sessions: 0 });
  });
});
