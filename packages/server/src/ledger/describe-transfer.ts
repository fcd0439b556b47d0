/** The descriptions of statement entries. */

export function describeCredited(transfer: {
  readonly kind: string;
  readonly reason: string;
  readonly provider: string | null;
  readonly term_kind: string | null;
  readonly domain_name: string | null;
  readonly domain_state: string | null;
}): string {
  if (transfer.kind === 'top_up') {
    return transfer.provider === 'sandbox' ? 'Top-up by test payment' : 'Top-up by card';
  }
  if (transfer.kind === 'adjustment') return `Added by the operator: ${transfer.reason}`;
  const name = transfer.domain_name;
  if (transfer.term_kind === 'registration') {
    return `Refund: the registry declined the registration of ${name}`;
  }
  return transfer.domain_state === 'failed'
    ? `Refund: renewal of ${name}, which couldn't be registered`
    : `Refund: the registry declined the renewal of ${name}`;
}

export function describeDebited(transfer: {
  readonly kind: string;
  readonly reason: string;
  readonly years: number | null;
  readonly automatic: number | null;
  readonly domain_name: string | null;
}): string {
  if (transfer.kind === 'adjustment') return `Removed by the operator: ${transfer.reason}`;
  const years = `${transfer.years} ${transfer.years === 1 ? 'year' : 'years'}`;
  if (transfer.kind === 'registration') return `Registration of ${transfer.domain_name}, ${years}`;
  const what = transfer.automatic === 1 ? 'Automatic renewal' : 'Renewal';
  return `${what} of ${transfer.domain_name}, ${years}`;
}
