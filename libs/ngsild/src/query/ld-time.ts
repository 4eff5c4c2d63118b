const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d{1,6})?Z$/;

/** Whether a text is a Date of NGSI-LD. */
export const isDateText = (text: string): boolean => DATE.test(text);

/** Whether a text is a Time of NGSI-LD. */
export const isTimeText = (text: string): boolean => TIME.test(text);
