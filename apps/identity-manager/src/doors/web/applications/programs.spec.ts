import { kindOf } from './application-kinds';
import { PROGRAM_LANGUAGES, Programs } from './programs';

const programs = new Programs();
const application = {
  id: 'the-client',
  redirectUri: 'https://parking.city.example/back?a=1,https://other.example',
};

const KINDS = ['web', 'app', 'service', 'device'] satisfies ReturnType<typeof kindOf>[];

describe('Programs for an application', () => {
  it.each(KINDS)('of the kind %s have its ids in each language, and nothing left open', (kind) => {
    for (const language of PROGRAM_LANGUAGES) {
      const text = programs
        .of(language, kind, application, 'https://id.city.example')
        .map((each) => each.text)
        .join('\n');
      expect(text).not.toMatch(/__\w+__/);
      if (language !== 'broker') expect(text).toContain('the-client');
      expect(text).toContain('https://id.city.example');
    }
  });

  it.each([
    ['web', 'who it is and what they may do', false],
    ['app', 'who it is and what they may do', false],
    // They have no roles, so every request would be denied.
    ['service', 'who it is', true],
    ['device', 'who it is', true],
  ] as const)('have a broker ask of the kind %s %s', (kind, _what, isOnlyWho) => {
    const [start] = programs.of('broker', kind, application, 'https://id.city.example');
    expect(start?.name).toBe('broker.sh');
    expect(start?.text.includes(' -authzLevel authentication ')).toBe(isOnlyWho);
  });

  it('name the first address that users come back to', () => {
    const [{ text } = { text: '' }] = programs.of('node', 'web', application, 'https://id.city.example');
    expect(text).toContain("const redirectUri = 'https://parking.city.example/back?a=1';");
  });

  it.each([
    "https://a.example/'; rm -rf ~; '",
    'https://a.example/$(id)`id`"\\\n',
    'https://a.example/ñ{}<>|^',
  ])('run nothing that an address says: %j', (redirectUri) => {
    for (const language of ['curl', 'node', 'python', 'java'] as const) {
      const [{ text } = { text: '' }] = programs.of(
        language,
        'web',
        { id: 'x', redirectUri },
        'https://id.example',
      );
      const [line = ''] = text
        .split('\n')
        .filter((each) => each.includes('a.example') && !each.includes('%3A'));
      const [address = ''] = /https:\/\/a\.example[^'"\n]*/.exec(line) ?? [];
      expect(address).toMatch(/^[\w\-.~:/?#[\]@!&()*+,;=%]+$/);
      expect(decodeURIComponent(address)).toBe(redirectUri);
    }
  });
});
