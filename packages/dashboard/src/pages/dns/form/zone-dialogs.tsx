/** The dialogs about many records of a zone. */
import type { ZoneDialog } from '../dns-toolbar.tsx';
import { ImportDialog } from '../import/import-dialog.tsx';
import { MailDialog } from '../templates/mail-dialog.tsx';
import { TemplateDialog } from '../templates/template-dialog.tsx';

export function ZoneDialogs({
  domain,
  open,
  onClose,
}: {
  readonly domain: string;
  readonly open: ZoneDialog | null;
  readonly onClose: () => void;
}) {
  return (
    <>
      <ImportDialog domain={domain} isOpen={open === 'import'} onClose={onClose} />
      <MailDialog domain={domain} isOpen={open === 'mail'} onClose={onClose} />
      <TemplateDialog domain={domain} isOpen={open === 'template'} onClose={onClose} />
    </>
  );
}
