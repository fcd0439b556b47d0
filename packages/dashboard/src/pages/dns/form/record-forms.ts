/** What the DNS tab loads when a record is edited: one chunk. */
export { ImportDialog } from '../import/import-dialog.tsx';
export { EditForm } from './edit-form.tsx';
export { NewRecordForm } from './new-record-form.tsx';
