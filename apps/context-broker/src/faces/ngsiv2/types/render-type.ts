import { renderString } from '@smart-city/context';
import type { TypeSummary } from '../../../storage/entity-store';

function renderAttrs({ attrs }: TypeSummary): string {
  const members = [...attrs].map(
    ([name, types]) => `${renderString(name)}:{"types":[${types.map(renderString).join(',')}]}`,
  );
  return `{${members.join(',')}}`;
}

/** `{"attrs":{"A":{"types":["Number"]}},"count":2}` */
export const renderType = (summary: TypeSummary) =>
  `{"attrs":${renderAttrs(summary)},"count":${summary.count}}`;

/** As {@link renderType}, with the name first. */
export const renderTypeInList = (summary: TypeSummary) =>
  `{"type":${renderString(summary.type)},"attrs":${renderAttrs(summary)},"count":${summary.count}}`;
