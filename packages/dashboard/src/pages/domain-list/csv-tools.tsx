/** Downloads the shown domains as CSV, and selects those that a file lists. */
import { useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { domainCsv, namesInCsv } from './domain-csv.ts';
import type { ViewedList } from './viewed-list.ts';

/** Far more than ten thousand names have. */
const fileBytesMax = 4 * 1024 * 1024;

export function CsvTools({ rows, selection }: Pick<ViewedList, 'rows' | 'selection'>) {
  const file = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState<string | null>(null);
  const select = async (chosen: File) => {
    if (chosen.size > fileBytesMax) return setNote('The file is larger than 4 MB.');
    const names = namesInCsv(await chosen.text());
    const shown = new Set(rows.map(({ name }) => name));
    const found = names.filter((name) => shown.has(name));
    selection.replace(found);
    setNote(
      selectedText(
        found.length,
        names.filter((name) => !shown.has(name)),
      ),
    );
  };
  return (
    <section aria-label="CSV" className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => download(domainCsv(rows))}>Download CSV</Button>
        <Button onClick={() => file.current?.click()}>Select from CSV</Button>
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label="CSV file"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen !== undefined) void select(chosen);
            target.value = '';
          }}
        />
      </div>
      <p role="status" className="text-sm text-ink-muted">
        {note ?? 'The names are read from the first column.'}
      </p>
    </section>
  );
}

function selectedText(found: number, missing: readonly string[]): string {
  const selected = `${found.toLocaleString()} ${found === 1 ? 'domain' : 'domains'} selected.`;
  if (missing.length === 0) return selected;
  const named = missing.slice(0, 3).join(', ');
  const rest = missing.length > 3 ? ` and ${(missing.length - 3).toLocaleString()} more` : '';
  return `${selected} Not in this list: ${named}${rest}.`;
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'domains.csv';
  link.click();
  URL.revokeObjectURL(address);
}
