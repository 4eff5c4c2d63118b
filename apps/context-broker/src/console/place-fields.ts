import { html, type Html } from '../html/html';
import type { Visit } from './visit';

/** The service of a visit, for forms. */
export const serviceField = ({ tenant }: Visit): Html =>
  html`<input type="hidden" name="service" value="${tenant || '-'}" />`;

/** The service and service path of a visit, for forms. */
export const placeFields = (visit: Visit): Html =>
  html`${serviceField(visit)}<input type="hidden" name="path" value="${visit.servicePath}" />`;
