export { DamagedChunk } from './byte-reader';
export { packChunk, sampleAt, unpackChunk, type SampleColumns } from './chunk';
export {
  deviationOf,
  figuresOf,
  medianOf,
  PeriodAggregation,
  type AggregateNeeds,
  type Figures,
  type PeriodFigures,
} from './aggregate';
export { intervalAt, PERIOD_UNITS, type Interval, type Period, type PeriodUnit } from './period';
export { seriesText, type Sample, type SampleLabel, type SeriesKey, type SeriesSamples } from './sample';
export { isTimeZone } from './time-zone';
export { ALL_TIME, closedWindow, inWindow, touchesWindow, type Window } from './window';
