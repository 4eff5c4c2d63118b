/**
 * Whether a text can stand in every database: PostgreSQL knows no NUL in one, and refuses the statement that asks for it.
 * What cannot stand there names nothing that does.
 */
export const canBeStored = (text: string): boolean => !text.includes('\0');

/** Whether what was found has this very id: MySQL and MariaDB find a text whose trailing blanks differ, too. */
export const isRowOf = <Row extends { readonly id: string }>(
  id: string,
  row: Row | null | undefined,
): row is Row => row?.id === id;
