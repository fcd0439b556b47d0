/** Warnings about the whole zone; those about a record are shown in its row. */
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../api/use-workspace.ts';
import { asSentence } from '../../forms/as-sentence.ts';
import { Banner } from '../../ui/layout/banner.tsx';
import { publicationQuery } from './publication-query.ts';

export function ZoneNotice({ domain }: { readonly domain: string }) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery(publicationQuery({ workspaceId, domain }));
  const warnings = data?.warnings.filter(({ recordId }) => recordId === null) ?? [];
  const more = data === undefined ? 0 : data.warningCount - data.warnings.length;
  if (warnings.length === 0 && more === 0) return null;
  return (
    <Banner tone="warn" title="This zone has problems">
      {warnings.map(({ message }) => (
        <p key={message}>{asSentence(message)}</p>
      ))}
      {more > 0 && (
        <p>
          The first {data?.warnings.length.toLocaleString()} warnings about records are shown in
          their rows, and there are {more.toLocaleString()} more.
        </p>
      )}
    </Banner>
  );
}
