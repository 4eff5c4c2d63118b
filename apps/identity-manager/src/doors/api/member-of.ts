/** A member of an object's own; nothing that comes with every object counts. Undefined for anything but an object. */
export const memberOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.hasOwn(body, name)
    ? body[name as keyof object]
    : undefined;
