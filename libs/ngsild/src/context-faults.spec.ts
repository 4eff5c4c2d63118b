import { ContextFault, entityNotFound } from '@smart-city/context';
import { ngsiLdFault } from './context-faults';

describe('faults of the core in NGSI-LD', () => {
  it('have a type and words of their own', () => {
    expect(ngsiLdFault(entityNotFound())).toMatchObject({
      type: 'ResourceNotFound',
      title: 'Entity not found',
      detail: 'There is no entity with this id',
    });
    expect(ngsiLdFault(new ContextFault('numberTooLarge', { attribute: 'speed' })).detail).toContain('speed');
  });
});
