/**
 * Whether a text can stand in every database: PostgreSQL knows no NUL in one, and refuses the statement that asks for it.
 * What cannot stand there names nothing that does.
 */
export const canBeStored = (text: string): boolean => !text.includes('\0');
