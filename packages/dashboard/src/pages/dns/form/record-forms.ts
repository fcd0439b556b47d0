/** What the DNS tab loads when a record is edited: one chunk. */
export { ServedNotice } from '../served-notice.tsx';
export { EditForm } from './edit-form.tsx';
export { NewRecordForm } from './new-record-form.tsx';
export { ZoneDialogs } from './zone-dialogs.tsx';
