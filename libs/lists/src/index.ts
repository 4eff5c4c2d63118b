export { csvCell, csvHeaders, csvText, type CsvGroups, type CsvRow } from './csv';
export { foldText, UNPARTED } from './fold-text';
export { findInMemory, type FoundInMemory, type RowReading } from './list-in-memory';
export {
  ListRequest,
  PAGE_SIZES,
  type ListChanges,
  type ListPage,
  type ListPart,
  type ListShape,
} from './list-request';
