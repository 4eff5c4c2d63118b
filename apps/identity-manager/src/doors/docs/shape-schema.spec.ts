import { Fixed, Flag, Line, LongText } from '../../validation/members';
import { rule } from '../../validation/rule';
import { shapeSchema } from './shape-schema';

class Sample {
  @Fixed('id') id?: unknown;
  @Line({ max: 4, needed: 'always' }) name!: string;
  @Line({ needed: 'ifSent' }) title?: string;
  @LongText({ max: 9 }) about?: string | null;
  @Flag() open?: boolean | null;
  @rule('url', () => false, { inForms: true }) @Line() site?: string | null;
}

it('says what the rules of a DTO ask of programs', () => {
  expect(shapeSchema(Sample, { name: 'ana' }, { about: { description: 'Free text.' } })).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 4 },
      title: { type: 'string', maxLength: 255 },
      about: { type: ['string', 'null'], maxLength: 9, description: 'Free text.' },
      open: { type: ['boolean', 'null'] },
      site: { type: ['string', 'null'], maxLength: 255 },
    },
    required: ['name'],
    examples: [{ name: 'ana' }],
  });
});
