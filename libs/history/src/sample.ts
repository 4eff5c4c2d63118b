/** Names one series: the values of one attribute (of one dataset) of one entity over time. */
export interface SeriesKey {
  readonly id: string;
  readonly type: string;
  readonly servicePath: string;
  readonly attr: string;
  /** `datasetId` of NGSI-LD; '' for the default instance. */
  readonly dataset: string;
}

/** Facts of a sample that seldom change within a series, and so are stored once for many. */
export interface SampleLabel {
  /** The attribute's type: `Number`. */
  readonly type: string;
  /** Sub-attributes (NGSIv2: metadata) as JSON text; absent when there are none. */
  readonly metadata?: string;
  /** Name of the sub-attribute that `at` was read from; absent where it is the time of recording, or that of the update. */
  readonly time?: string;
  /** When the attribute was made: milliseconds since the epoch. */
  readonly createdAt?: number;
  /** The attribute ended here. Its value is then `null`. */
  readonly isDeleted?: boolean;
  /** Kind of NGSI-LD: `Relationship`; absent for what NGSIv2 wrote, and with it the next two. */
  readonly kind?: string;
  /** Name of a datatype, as names are stored. */
  readonly valueType?: string;
  /** Entity types that a Relationship points to, as names are stored. */
  readonly objectType?: string | readonly string[];
  /** Digits after the second in the text of `at`, as it was given; absent: 3. */
  readonly timeDigits?: number;
  /** The text of `at` where milliseconds do not make it. */
  readonly timeText?: string;
}

/** One value of one attribute at one time. */
export interface Sample {
  /** Time of observation: milliseconds since the epoch. The time index of every reading interface. */
  readonly at: number;
  /** Time at which the broker stored it: milliseconds since the epoch. */
  readonly recordedAt: number;
  /** A number as it is; any other value as JSON text. */
  readonly value: number | string;
  readonly label: SampleLabel;
}

/** Samples of one series. */
export interface SeriesSamples {
  readonly series: SeriesKey;
  readonly samples: readonly Sample[];
}

/** Text that is equal for equal series and different for different ones. */
export const seriesText = ({ id, type, servicePath, attr, dataset }: SeriesKey): string =>
  JSON.stringify([id, attr, type, servicePath, dataset]);
