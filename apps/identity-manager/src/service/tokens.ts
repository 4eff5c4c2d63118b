/** Injection tokens of what is an interface, not a class. */
export const CLOCK = 'identity-manager.clock';
