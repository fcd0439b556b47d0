/** The records as a table; a row may be replaced by its form. */
import { typeLabel } from '@hostmaster/dns/records';
import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeTtl } from '../../domains/describe-ttl.ts';
import { asSentence } from '../../forms/as-sentence.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { toolbarHeight } from './dns-toolbar.tsx';
import type { DnsRecord } from './draft/record-draft.ts';
import { describeRecord } from './record-list.ts';
import { RecordValue } from './record-value.tsx';
import { type ClickGuard, useClickGuard } from './use-click-guard.ts';
import type { Selection } from './use-selection.ts';

export interface RecordsTableProps {
  readonly domain: string;
  readonly records: readonly DnsRecord[];
  /** By record. */
  readonly warnings: ReadonlyMap<string, readonly string[]>;
  /** As published, by record. */
  readonly ttls: ReadonlyMap<string, number>;
  readonly openRow: { readonly key: string; readonly content: ReactNode } | null;
  /** Hides the actions; a notice on the page says why. */
  readonly isReadOnly: boolean;
  readonly selection: Selection;
  readonly onEdit: (record: DnsRecord) => void;
  readonly onDelete: (record: DnsRecord) => void;
}

/** The id of a row's edit button, which gets the focus back after editing. */
export const editButtonId = (recordId: string) => `edit-${recordId}`;

/** Heights of most rows, so that the page does not jump while rows are measured. */
const rowHeightPx = { wide: 49, narrow: 61 } as const;

export function RecordsTable(props: RecordsTableProps) {
  const isNewClick = useClickGuard();
  return (
    <Table
      label="DNS records"
      columns={columnsOf({ ...props, isNewClick })}
      rows={props.records}
      rowKey={({ id }) => id}
      openRow={props.openRow}
      headTop={toolbarHeight}
      headTopOnPhones={null}
      rowHeightPx={matchMedia('(width < 48rem)').matches ? rowHeightPx.narrow : rowHeightPx.wide}
    />
  );
}

function columnsOf(
  props: RecordsTableProps & { readonly isNewClick: ClickGuard },
): Column<DnsRecord>[] {
  const { domain, warnings, ttls } = props;
  const columns: Column<DnsRecord>[] = [
    {
      id: 'type',
      header: 'Type',
      width: '4rem',
      isWideOnly: true,
      cell: ({ type }) => <Badge isMono>{typeLabel(type)}</Badge>,
    },
    {
      id: 'name',
      header: 'Name',
      width: 'minmax(0, 2fr)',
      isWideOnly: true,
      cell: ({ name }) => <RecordName name={name} domain={domain} />,
    },
    {
      id: 'value',
      header: 'Value',
      width: 'minmax(0, 3fr)',
      cell: (record) => (
        <>
          <div className="mb-1 flex items-start gap-2 md:hidden">
            <Badge isMono>{typeLabel(record.type)}</Badge>
            <span className="min-w-0 flex-1">
              <RecordName name={record.name} domain={domain} />
            </span>
            <span className="text-sm whitespace-nowrap text-ink-muted">
              {describeTtl(ttls.get(record.id) ?? record.ttl)}
            </span>
          </div>
          <RecordValue value={record.value} />
          {warnings.get(record.id)?.map((warning) => (
            <p key={warning} className="mt-1 flex items-start gap-1.5 text-sm text-warn-ink">
              <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-label="Warning" />
              <span className="min-w-0 break-words">{asSentence(warning)}</span>
            </p>
          ))}
        </>
      ),
    },
    {
      id: 'ttl',
      header: 'TTL',
      width: '5.5rem',
      isWideOnly: true,
      cell: (record) => <Ttl own={record.ttl} published={ttls.get(record.id) ?? record.ttl} />,
    },
  ];
  return props.isReadOnly ? columns : [selectionOf(props), ...columns, actionsOf(props)];
}

function selectionOf({ domain, selection }: RecordsTableProps): Column<DnsRecord> {
  return {
    id: 'selection',
    header: 'Selected',
    isHeaderHidden: true,
    width: '1rem',
    cell: (record) => (
      <Checkbox
        label={`Select ${describeRecord(record, domain)}`}
        isLabelHidden
        isChecked={selection.isSelected(record)}
        onChange={(isSelected) => selection.select(record, isSelected)}
      />
    ),
  };
}

function actionsOf(
  props: RecordsTableProps & { readonly isNewClick: ClickGuard },
): Column<DnsRecord> {
  const { domain, onEdit, onDelete, isNewClick } = props;
  return {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    width: '4.25rem',
    align: 'end',
    cell: (record) => {
      const what = describeRecord(record, domain);
      return (
        <div className="-mr-2 flex justify-end gap-0.5">
          <IconButton
            id={editButtonId(record.id)}
            icon={Pencil}
            size="sm"
            label={`Edit ${what}`}
            onClick={() => onEdit(record)}
          />
          <IconButton
            icon={Trash2}
            size="sm"
            tone="danger"
            label={`Delete ${what}`}
            onClick={(event) => isNewClick(event) && onDelete(record)}
          />
        </div>
      );
    },
  };
}

function Ttl({ own, published }: { readonly own: number; readonly published: number }) {
  return (
    <span
      className="figures text-ink-muted"
      title={
        own === published
          ? undefined
          : `Set to ${describeTtl(own)}, but records with the same name and type share the lowest TTL.`
      }
    >
      {describeTtl(published)}
    </span>
  );
}

/** On a phone the domain is not repeated for the eye: its name is above the records. */
function RecordName({ name, domain }: { readonly name: string; readonly domain: string }) {
  return (
    <span className="break-all">
      {name === '@' ? (
        <>
          <span className="font-medium text-ink">@</span>{' '}
          <span className="text-ink-faint max-md:sr-only">{domain}</span>
        </>
      ) : (
        <>
          <span className="font-medium text-ink">{name}</span>
          <span className="text-ink-faint max-md:sr-only">.{domain}</span>
        </>
      )}
    </span>
  );
}
