/** Longitude, latitude in degrees: the order of GeoJSON, not the order of `coords`. */
export type Position = readonly [lon: number, lat: number];

export type QueryGeometry =
  | { readonly kind: 'point'; readonly position: Position }
  | { readonly kind: 'line'; readonly positions: readonly Position[] }
  | { readonly kind: 'polygon'; readonly positions: readonly Position[] }
  | { readonly kind: 'box'; readonly southWest: Position; readonly northEast: Position };

/** Which geometry of an entity is compared: that of an attribute (`geoproperty`), else the location. */
export interface GeoTarget {
  readonly attribute?: string;
}

/** `georel`, `geometry` and `coords` together, and what they are about. Distances in metres. */
export type GeoQuery = GeoTarget & GeoRelation;

export type GeoRelation =
  | {
      readonly georel: 'near';
      readonly geometry: QueryGeometry & { readonly kind: 'point' };
      readonly maxDistanceM?: number;
      readonly minDistanceM?: number;
    }
  | { readonly georel: 'coveredBy' | 'intersects' | 'equals' | 'disjoint'; readonly geometry: QueryGeometry };
