/** Asks the service while a record is typed what of it, and of its neighbours, would not be published. */
import { typeLabel } from '@hostmaster/dns/records';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWorkspace } from '../../../api/use-workspace.ts';
import { asSentence } from '../../../forms/as-sentence.ts';
import type { DnsRecord, RecordInput } from '../draft/record-draft.ts';

const restMs = 250;

/** Empty while the draft is not sound (null), and until the answer is there. */
export function useRecordPreview(
  domain: string,
  draft: (RecordInput & { readonly recordId?: string }) | null,
  others: readonly DnsRecord[],
): readonly string[] {
  const { api, workspaceId } = useWorkspace();
  const wanted = useRested(draft === null ? null : JSON.stringify(draft));
  const { data } = useQuery({
    queryKey: [workspaceId, domain, 'record-preview', wanted],
    queryFn: ({ signal }) =>
      api.previewRecord({ domain, ...(JSON.parse(wanted ?? '{}') as RecordInput) }, { signal }),
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (draft === null || wanted === null) return [];
  return [...new Set((data?.problems ?? []).map((problem) => textOf(problem, others)))];
}

function textOf(
  { recordId, message }: { readonly recordId: string | null; readonly message: string },
  others: readonly DnsRecord[],
): string {
  if (recordId === null) return asSentence(message);
  const other = others.find(({ id }) => id === recordId);
  const which = other === undefined ? 'Another record' : `${typeLabel(other.type)} ${other.value}`;
  return `${which}: ${asSentence(message)}`;
}

/** The value once it has not changed for a moment. */
function useRested(value: string | null): string | null {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
