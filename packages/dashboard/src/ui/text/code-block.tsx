/** A command or value to copy, with a copy button. */
import { CopyButton } from '../controls/copy-button.tsx';

export function CodeBlock({
  value,
  what,
}: {
  readonly value: string;
  /** What is copied, for the button's name: "command". */
  readonly what: string;
}) {
  return (
    <div className="flex items-start justify-between gap-2 rounded-sm border border-line bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 py-1.5 font-mono text-sm break-all whitespace-pre-wrap">
        {value}
      </code>
      <CopyButton value={value} what={what} />
    </div>
  );
}
