/** After the first record: that it is served, and a command to see it. */
import { typeLabel } from '@hostmaster/dns/records';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { digLine } from './dig-line.ts';
import type { DnsRecord } from './draft/record-draft.ts';
import { publicationQuery } from './publication-query.ts';
import { fullName } from './record-list.ts';

export function ServedNotice({
  domain,
  record,
  onDismiss,
}: {
  readonly domain: string;
  readonly record: DnsRecord;
  readonly onDismiss: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const { service } = useSession();
  const { data } = useQuery(publicationQuery({ workspaceId, domain }));
  if (data?.serial == null) return null;
  const mayHaveWarning =
    data.warningCount > data.warnings.length ||
    data.warnings.some(({ recordId }) => recordId === record.id);
  if (mayHaveWarning) return null;
  const isServed = data.secondaries.every(({ isCurrent }) => isCurrent);
  const name = fullName(record.name, domain);
  const what = `The ${typeLabel(record.type)} record of ${name}`;
  return (
    <div role="status" className="flex flex-col gap-2 border-b border-line px-4 py-3 md:px-5">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 pt-1.5 break-words">
          {isServed ? `${what} is being served. See for yourself:` : `${what} is on its way…`}
        </p>
        <IconButton icon={X} label="Dismiss" size="sm" className="-mr-2" onClick={onDismiss} />
      </div>
      {isServed && (
        <CodeBlock
          value={digLine({ name, type: record.type, server: service.dnsServer })}
          what="command"
        />
      )}
    </div>
  );
}
