export { DamagedChunk } from './byte-reader';
export { columnsOf, MOST_SAMPLES, packChunk, sampleAt, unpackChunk, type SampleColumns } from './chunk';
export {
  AggregationTooLarge,
  deviationOf,
  figuresOf,
  medianOf,
  PeriodAggregation,
  type AggregateNeeds,
  type Figures,
  type PeriodFigures,
} from './aggregate';
export { intervalAt, PERIOD_UNITS, type Interval, type Period, type PeriodUnit } from './period';
export {
  aggregatePieces,
  fetchPieces,
  inOrder,
  readPieces,
  runPieces,
  type PageOfSamples,
  type SeriesPiece,
  type PieceWork,
  type SamplesFound,
} from './pieces';
export { seriesText, type Sample, type SampleLabel, type SeriesKey, type SeriesSamples } from './sample';
export { isTimeZone } from './time-zone';
export { ALL_TIME, closedWindow, inWindow, touchesWindow, type Window } from './window';
