/**
 * `40.4168, -3.7038`: latitude and longitude, to a tenth of a metre. In every language with points, as NGSI writes them and maps
 * take them: with decimal commas nobody would know which comma stands between the two.
 */
export const coordinates = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
  [lat, lon].map((degrees) => Math.round(degrees * 1e6) / 1e6).join(', ');
