export type { ApiAnswer, ApiDocument, ApiOperation, ApiParameter, Schema } from './api-document';
export { renderViewer, VIEWER_POLICY, type ViewerAddresses } from './render-viewer';
export { renderPostman } from './postman';
export { VIEWER_SCRIPT } from './viewer-script';
export { viewerLanguage } from './viewer-words';
export { VIEWER_STYLE } from './viewer-style';
