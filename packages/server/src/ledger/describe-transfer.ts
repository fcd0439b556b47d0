/** The descriptions of statement entries. */

export function describeCredited(transfer: {
  readonly kind: string;
  readonly reason: string;
  readonly provider: string | null;
  readonly termKind: string | null;
  /** Status of a transfer from another registrar. */
  readonly transferStatus: string | null;
  readonly domainName: string | null;
  readonly domainState: string | null;
}): string {
  if (transfer.kind === 'top_up') {
    return transfer.provider === 'sandbox' ? 'Top-up by test payment' : 'Top-up by card';
  }
  if (transfer.kind === 'adjustment') return `Added by the operator: ${transfer.reason}`;
  const name = transfer.domainName;
  if (transfer.transferStatus !== null) {
    return transfer.transferStatus === 'cancelled'
      ? `Refund: the transfer of ${name} was cancelled`
      : `Refund: the transfer of ${name} failed`;
  }
  if (transfer.termKind === 'registration') {
    return `Refund: the registry declined the registration of ${name}`;
  }
  return transfer.domainState === 'failed'
    ? `Refund: renewal of ${name}, which couldn't be registered`
    : `Refund: the registry declined the renewal of ${name}`;
}

export function describeDebited(transfer: {
  readonly kind: string;
  readonly reason: string;
  /** Status of a transfer from another registrar. */
  readonly transferStatus: string | null;
  readonly years: number | null;
  readonly automatic: boolean | null;
  readonly domainName: string | null;
}): string {
  if (transfer.kind === 'adjustment') return `Removed by the operator: ${transfer.reason}`;
  if (transfer.transferStatus !== null) return `Transfer of ${transfer.domainName}`;
  const years = `${transfer.years} ${transfer.years === 1 ? 'year' : 'years'}`;
  if (transfer.kind === 'registration') return `Registration of ${transfer.domainName}, ${years}`;
  const what = transfer.automatic ? 'Automatic renewal' : 'Renewal';
  return `${what} of ${transfer.domainName}, ${years}`;
}
