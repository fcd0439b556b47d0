/** A record value exactly as stored; long values are collapsed. */
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

const shortLengthMax = 160;

export function RecordValue({ value }: { readonly value: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = value.length > shortLengthMax;
  return (
    <div className="min-w-0">
      <p
        className={classNames(
          'font-mono text-sm break-all whitespace-pre-wrap',
          isLong && !isOpen && 'line-clamp-2',
        )}
      >
        {value}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-0.5 rounded-xs text-sm font-medium text-accent-ink hover:underline"
        >
          {isOpen ? 'Show less' : `Show all ${value.length.toLocaleString()} characters`}
        </button>
      )}
    </div>
  );
}
