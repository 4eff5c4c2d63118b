import type { ApiRequest } from '../../../access/api-request';
import { CATALOGUE } from '../../../messages/catalogue';
import type { PageResponse } from '../../../pages/visit';
import type { TokensInUse } from '../../../subjects/tokens/tokens-in-use.service';
import type { UsersService } from '../../../subjects/users/users.service';
import { TokenPagesController } from './token-pages.controller';

const request = { objects: { application: { id: 'parking' } } } as unknown as ApiRequest;
const ana = { id: 'ana', username: 'Ana' };

/** What is asked, or where the browser is sent with which message, when so many access tokens are in use. */
async function asked(query: object, inUse: number): Promise<unknown> {
  const tokens = { count: () => Promise.resolve(inUse) } as unknown as TokensInUse;
  const users = {
    findById: (id: string) => Promise.resolve(id === ana.id ? ana : null),
  } as unknown as UsersService;
  let shown: unknown;
  const visit = {
    request: { query },
    t: (key: string) => key,
    go: (_path: string, flash: string) => void (shown = flash),
    ask: ({ question }: { question: string }, _action: string, filled: unknown) =>
      void (shown = { question, filled }),
  };
  const response = { locals: { visit } } as unknown as PageResponse;
  await new TokenPagesController(tokens, users).ask(response, request);
  return shown;
}

describe('Before all tokens of a user end', () => {
  it.each([
    [0, 'question.tokens.none'],
    [1, 'question.tokens.one'],
    [2, 'question.tokens.many'],
  ] as const)('with %d access tokens in use it is asked, since others end too', async (inUse, question) => {
    expect(await asked({ user: 'ana' }, inUse)).toEqual({ question, filled: [['user', 'ana']] });
    for (const messages of Object.values(CATALOGUE)) expect(messages[question]).toEqual(expect.any(String));
  });

  it('is nothing to ask of a user whom there is not, or of nothing marked', async () => {
    expect(await asked({ user: 'nobody' }, 0)).toBe('flash.unchanged');
    expect(await asked({}, 0)).toBe('problem.choose');
  });
});
