import { ObjectId } from 'mongodb';

/** `_id` of a document: 24 hexadecimal digits are an ObjectId, as Orion has it, any other text is itself. */
export const documentId = (id: string): ObjectId | string =>
  /^[0-9a-f]{24}$/i.test(id) ? new ObjectId(id) : id;
