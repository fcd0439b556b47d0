/** The descriptions of statement entries. */

export function describeCredited(entry: {
  readonly kind: string;
  readonly reason: string;
  readonly provider: string | null;
  readonly termKind: string | null;
  /** Status of a transfer from another registrar. */
  readonly transferStatus: string | null;
  readonly domainName: string | null;
  readonly domainState: string | null;
}): string {
  if (entry.kind === 'top_up') {
    return entry.provider === 'sandbox' ? 'Top-up by test payment' : 'Top-up by card';
  }
  if (entry.kind === 'adjustment') return `Added by the operator: ${entry.reason}`;
  const name = entry.domainName;
  if (entry.transferStatus !== null) {
    return entry.transferStatus === 'cancelled'
      ? `Refund: the transfer of ${name} was cancelled`
      : `Refund: the transfer of ${name} failed`;
  }
  if (entry.termKind === 'registration') {
    return `Refund: the registry declined the registration of ${name}`;
  }
  return entry.domainState === 'failed'
    ? `Refund: renewal of ${name}, which couldn't be registered`
    : `Refund: the registry declined the renewal of ${name}`;
}

export function describeDebited(entry: {
  readonly kind: string;
  readonly reason: string;
  /** Status of a transfer from another registrar. */
  readonly transferStatus: string | null;
  readonly years: number | null;
  readonly automatic: boolean | null;
  readonly domainName: string | null;
}): string {
  if (entry.kind === 'adjustment') return `Removed by the operator: ${entry.reason}`;
  if (entry.transferStatus !== null) return `Transfer of ${entry.domainName}`;
  const years = `${entry.years} ${entry.years === 1 ? 'year' : 'years'}`;
  if (entry.kind === 'registration') return `Registration of ${entry.domainName}, ${years}`;
  const what = entry.automatic ? 'Automatic renewal' : 'Renewal';
  return `${what} of ${entry.domainName}, ${years}`;
}
