import type { UserRow } from '../../database/entities/user.row';
import type { Visit } from '../../pages/visit';

/** The tokens that would end: those that were marked, else all of the person. */
interface EndingTokens {
  readonly marked: readonly string[];
  readonly count: number;
  readonly person?: UserRow | null | undefined;
}

/** Asks before tokens end. @param list  where they are listed */
export function askAboutTokens(visit: Visit, list: string, { marked, count, person }: EndingTokens): void {
  const { t } = visit;
  const whole = marked.length === 0 ? person : undefined;
  visit.ask(
    {
      question: t('tokens.ask', { count }),
      effects: [whole ? t('tokens.askPerson', { name: whole.username }) : t('tokens.askText')],
      button: t('tokens.askButton', { count }),
      cancel: list,
    },
    `${list}/revoke`,
    whole ? [['person', whole.id]] : marked.map((hash) => ['marked', hash] as const),
  );
}
