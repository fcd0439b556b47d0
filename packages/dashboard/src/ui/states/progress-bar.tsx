/** How far long work is, as a bar and in words. */
export function ProgressBar({
  done,
  total,
  text,
}: {
  readonly done: number;
  readonly total: number;
  readonly text: string;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="h-2 overflow-hidden rounded-full bg-pressed"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-300"
          style={{ width: `${total === 0 ? 100 : (done / total) * 100}%` }}
        />
      </div>
      <p role="status" className="figures text-sm text-ink-muted">
        {text}
      </p>
    </div>
  );
}
