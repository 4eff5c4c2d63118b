import { emailKey } from './email-address';

const longest = 1024;

/**
 * What is wrong with a new password, or undefined. Passwords that exist already are never judged.
 *
 * @param minLength  fewest characters, from the settings
 */
export function passwordProblem(password: string, email: string, minLength: number): string | undefined {
  if ([...password].length < minLength) return `Password must have at least ${minLength} characters`;
  if (password.length > longest) return `Password must have at most ${longest} characters`;
  if (emailKey(password) === emailKey(email)) return 'Password must not be the email';
  return undefined;
}
