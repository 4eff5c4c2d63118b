/** Titles of Keyrock's error objects. */
const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal error',
  503: 'Service Unavailable',
};

export const errorTitle = (status: number): string => titles[status] ?? 'Error';

/** An error of the management API; the filter renders `{"error":{message, code, title}}`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly title: string = errorTitle(status),
  ) {
    super(message);
  }
}

export const badRequest = (message: string) => new ApiError(400, message);
export const unauthorized = (message: string) => new ApiError(401, message);
export const forbidden = (message: string) => new ApiError(403, message);
export const notFound = (message: string) => new ApiError(404, message);
export const conflict = (message: string) => new ApiError(409, message);

/** The refusals that many routes share. */
export const notAllowed = () => forbidden('Not allowed');
export const notPermitted = () => forbidden('User not allow to perform the action');
