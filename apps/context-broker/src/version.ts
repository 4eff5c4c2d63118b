/** The version of the original whose interface this broker speaks; `/version` and the user agent say it. */
export const ORION_VERSION = '4.7.0';

/** Of this program. */
export const PRODUCT_VERSION = '0.1.0';

/** What notifications and forwarded requests say they come from. */
export const USER_AGENT = `orion/${ORION_VERSION} libcurl/7.88.1`;
