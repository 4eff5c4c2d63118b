import { inWindow } from '@smart-city/history';
import { compileSelector, matchesServicePath } from '@smart-city/context';
import type { SeriesFound, SeriesSelection } from '../../history/history-store';
import { servicePathCondition } from '../service-path-sql';
import { allOf, isIn, type SqlCondition } from '../sql-condition';
import type { RecentChange } from './recent-changes';
import type { SpanFile } from './span-file';

/** Series of a file that are selected. */
export function findStored(file: SpanFile, selection: SeriesSelection): readonly SeriesFound[] {
  const { sql, parameters } = conditionOf(selection);
  const found = file.find(sql, parameters, selection.window);
  return selection.idPattern === undefined ? found : found.filter(compileSelector(selection));
}

/** Series of changes that are selected. */
export function findRecent(
  changes: readonly RecentChange[],
  { servicePaths, attrs, window, ...selector }: SeriesSelection,
): readonly SeriesFound[] {
  const selects = compileSelector(selector);
  return changes.flatMap(({ samples }) =>
    samples.flatMap(({ series, samples: own }) =>
      own.flatMap(({ at }) =>
        inWindow(window, at) &&
        (attrs === undefined || attrs.includes(series.attr)) &&
        matchesServicePath(series.servicePath, servicePaths) &&
        selects(series)
          ? [{ ...series, lastAt: at }]
          : [],
      ),
    ),
  );
}

function conditionOf({ servicePaths, ids, types, attrs }: SeriesSelection): SqlCondition {
  return allOf([
    servicePathCondition(servicePaths),
    ...(ids === undefined ? [] : [isIn('id', ids)]),
    ...(types === undefined ? [] : [isIn('type', types)]),
    ...(attrs === undefined ? [] : [isIn('attr', attrs)]),
  ]);
}
