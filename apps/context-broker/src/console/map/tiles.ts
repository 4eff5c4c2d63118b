import { html, type Html } from '../../html/html';
import { originOf, type MapSize, type MapView } from './map-view';

const TILE = 256;

/** The server of a base map: an address with `{z}`, `{x}` and `{y}`, and whom to credit. */
export interface TileServer {
  readonly url: string;
  readonly credit: string;
}

/** The pictures of a base map under a view. */
export function tilesOf({ url }: TileServer, view: MapView, size: MapSize): readonly Html[] {
  const [left, top] = originOf(view, size);
  const count = 2 ** view.zoom;
  const tiles: Html[] = [];
  for (let y = Math.floor(top / TILE); y * TILE < top + size.height; y++) {
    if (y < 0 || y >= count) continue;
    for (let x = Math.floor(left / TILE); x * TILE < left + size.width; x++) {
      const address = url
        .replace('{z}', String(view.zoom))
        .replace('{x}', String(((x % count) + count) % count))
        .replace('{y}', String(y));
      tiles.push(
        html`<image
          href="${address}"
          x="${round(x * TILE - left)}"
          y="${round(y * TILE - top)}"
          width="${TILE}"
          height="${TILE}"
        />`,
      );
    }
  }
  return tiles;
}

const round = (value: number): number => Math.round(value * 10) / 10;
