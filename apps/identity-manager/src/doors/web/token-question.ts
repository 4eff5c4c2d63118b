import { counted } from '@smart-city/messages';
import type { UserRow } from '../../database/entities/user.row';
import type { Visit } from '../../pages/visit';

/** The tokens that would end: those that were marked, else all of the user. */
interface EndingTokens {
  readonly marked: readonly string[];
  readonly count: number;
  readonly user?: UserRow | null | undefined;
}

/** Asks before tokens end. @param list  where they are listed */
export function askAboutTokens(visit: Visit, list: string, { marked, count, user }: EndingTokens): void {
  const { t } = visit;
  const whole = marked.length === 0 ? user : undefined;
  visit.ask(
    {
      question: counted(t, 'question.tokens', count),
      effects: [whole ? t('tokens.askUser', { name: whole.username }) : t('tokens.askText')],
      button: t('tokens.revoke'),
      cancel: list,
    },
    `${list}/revoke`,
    whole ? [['user', whole.id]] : marked.map((hash) => ['marked', hash] as const),
  );
}
