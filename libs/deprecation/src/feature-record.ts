/** A date in ISO form, `YYYY-MM-DD`. */
export type IsoDate = string;
/** `<major>.<minor>.<patch>` */
export type VersionText = string;

/** A part of a feature with a fate of its own, such as the NGSIv1 operations that outlived the others. */
export interface FeaturePart {
  readonly id: string;
  readonly name: string;
  /** Absent: Orion's list does not give the version. */
  readonly removedIn?: VersionText;
  /** Outlives the removal of the feature, and stays deprecated. */
  readonly livesOn?: true;
}

/** Last version that supports a removed feature, by Orion's table of them. */
export interface LastSupport {
  /** Absent: "not yet defined". */
  readonly version?: VersionText;
  /** Release date of that version. Absent: "not yet defined". */
  readonly releaseDate?: IsoDate;
  /** The `(*)` of the table: removal took several versions; this one was the last in which the feature was complete. */
  readonly lastComplete?: true;
}

/** One row of Orion's list of deprecated and removed features. What the list does not give is absent. */
export interface FeatureRecord {
  readonly id: string;
  readonly feature: string;
  /** First version in which it is deprecated. Absent: deprecated, version not given. */
  readonly deprecatedIn?: VersionText;
  /** Deprecated together with this feature ("with NGSIv1"). */
  readonly deprecatedWith?: string;
  /** Version in which all of it is gone. Absent while not yet removed, or when `parts` tell. */
  readonly removedIn?: VersionText;
  /** Parts removed one by one; the feature is removed when its last part is. */
  readonly parts?: readonly FeaturePart[];
  /** Absent: none given. */
  readonly replacement?: string;
  /** Absent: Orion's list of deprecated features has no row for it. */
  readonly lastSupport?: LastSupport;
  readonly reason?: string;
  /** Its command line parameters, with their dashes. */
  readonly cliParameters?: readonly string[];
  /** Environment variables of those parameters. */
  readonly environment?: readonly string[];
}
