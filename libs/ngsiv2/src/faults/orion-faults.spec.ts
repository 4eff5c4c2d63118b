import { ContextFault, entityNotFound, NgsiError } from '@smart-city/context';
import { orionError } from './orion-faults';

describe('faults of the core in the words of Orion', () => {
  it('have status and text', () => {
    const { error, status, message } = orionError(entityNotFound());
    expect([error, status, message]).toEqual([
      'NotFound',
      404,
      'The requested entity has not been found. Check type and id',
    ]);
  });

  it('tell their facts, each its own', () => {
    const taken = (location: string) =>
      orionError(new ContextFault('locationTaken', { attribute: 'p', location })).message;
    expect(taken('q')).toBe(
      'attempt to define a geo location attribute [p] when another one has been previously defined [q]',
    );
    expect(taken('r')).toContain('[r]');
  });

  it('say how the location was written', () => {
    const wrong = (of: 'new' | 'nothing') =>
      orionError(new ContextFault('wrongGeometry', { reason: 'why', of })).message;
    expect(wrong('new')).toBe('error parsing location attribute for new attribute: why');
    expect(wrong('nothing')).toBe('why');
  });

  it('leave errors of faces and stores as they are', () => {
    const error = new NgsiError('GatewayTimeout', 'slow');
    expect(orionError(error)).toBe(error);
  });
});
