/** The part of a correlator before the first `;`: what one user request keeps through forwards and notifications. */
export function correlatorRoot(correlator: string): string {
  const end = correlator.indexOf(';');
  return end === -1 ? correlator : correlator.slice(0, end).trimEnd();
}
