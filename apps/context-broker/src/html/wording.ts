export const serviceName = (tenant: string): string => (tenant === '' ? 'default service' : tenant);

/** `2026-01-31 12:00` of an ISO date, UTC. */
export const shortTime = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** `1 type`, `2 types`. */
export const numbered = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** 12 345 with narrow spaces, which every language reads. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** `40.4168, -3.7038`: latitude and longitude, to a tenth of a metre. */
export const coordinates = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
  [lat, lon].map((degrees) => Math.round(degrees * 1e6) / 1e6).join(', ');
