/** The mark and the name. */
export function Logo({ hasName = true }: { readonly hasName?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M10 8v16M22 8v16M10 16h12"
          strokeWidth="3.2"
          strokeLinecap="round"
          className="fill-none stroke-on-accent"
        />
        <circle
          cx="16"
          cy="16"
          r="3.4"
          strokeWidth="2.4"
          className="fill-accent stroke-on-accent"
        />
      </svg>
      {hasName && <span className="text-md font-semibold tracking-tight">Hostmaster</span>}
    </span>
  );
}
