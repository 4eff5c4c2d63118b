import type { ApplicationRow } from '../../database/entities/application.row';
import { SecretCipher } from '../../database/secret-cipher';
import { addApplication } from '../../database/test-rows';
import type { TestContext } from '../../test-context';
import type { Client } from '../applications/client';
import { ClientsService } from '../applications/clients.service';
import type { Grant } from './grant';
import { grantScope } from './token-issuer';
import type { TokenOwner } from './token-owner';

/** An application as a client that has secrets and may have tokens of every kind, for tests. */
export async function addClient(context: TestContext, given: Partial<ApplicationRow> = {}): Promise<Client> {
  const cipher = context.get(SecretCipher);
  const { id } = await addApplication(context, {
    secretEncrypted: cipher.encrypt('secret'),
    jwtSecretEncrypted: cipher.encrypt('0123456789abcdef'),
    tokenTypes: 'bearer,jwt,permanent',
    url: null,
    ...given,
  });
  return (await context.get(ClientsService).find(id))!;
}

/** What a password is good for: a token of its owner, and a refresh token. */
export const grantTo = (client: Client, owner: TokenOwner, words: readonly string[] = []): Grant => ({
  client,
  owner,
  scope: grantScope(words, client),
  grantType: 'password',
  familyId: `family of ${client.id}`,
  withRefreshToken: true,
  authTime: 0,
});
