/** Longitude, latitude in degrees: the order of GeoJSON, not the order of `coords`. */
export type Position = readonly [lon: number, lat: number];

export type QueryGeometry =
  | { readonly kind: 'point'; readonly position: Position }
  | { readonly kind: 'line'; readonly positions: readonly Position[] }
  | { readonly kind: 'polygon'; readonly positions: readonly Position[] }
  | { readonly kind: 'box'; readonly southWest: Position; readonly northEast: Position };

/** `georel`, `geometry` and `coords` together. Distances in metres. */
export type GeoQuery =
  | {
      readonly georel: 'near';
      readonly geometry: QueryGeometry & { readonly kind: 'point' };
      readonly maxDistanceM?: number;
      readonly minDistanceM?: number;
    }
  | { readonly georel: 'coveredBy' | 'intersects' | 'equals' | 'disjoint'; readonly geometry: QueryGeometry };
