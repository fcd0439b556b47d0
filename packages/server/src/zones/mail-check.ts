/** What the records of a domain mean for its mail: MX, SPF, DKIM and DMARC, one sentence for each finding. */
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { isSpf, spfTerms, textOf } from './spf.ts';
import { type SpfLookups, spfLookupsMax } from './spf-lookups.ts';

export interface MailFinding {
  readonly subject: 'mx' | 'spf' | 'dkim' | 'dmarc';
  readonly level: 'good' | 'warning' | 'problem';
  /** What is the matter and what to do about it. */
  readonly message: string;
}

export interface MailRecords {
  readonly domain: string;
  readonly apex: readonly StoredRecord[];
  /** At `_dmarc`. */
  readonly dmarc: readonly StoredRecord[];
  /** Below `_domainkey`. */
  readonly dkim: readonly StoredRecord[];
  /** At the names of mail servers inside the domain. */
  readonly servers: readonly StoredRecord[];
  /** Null where there is not exactly one SPF record. */
  readonly lookups: SpfLookups | null;
}

export function checkMail(records: MailRecords): readonly MailFinding[] {
  return [...checkMx(records), ...checkSpf(records), ...checkDkim(records), ...checkDmarc(records)];
}

/** The host of an MX record, without trailing dot; empty for the null MX (RFC 7505). */
export function exchangeOf({ value }: Pick<StoredRecord, 'value'>): string {
  return (value.trim().split(/\s+/)[1] ?? '').replace(/\.$/, '').toLowerCase();
}

/** SPF records at the apex, as text. */
export function spfTexts(apex: readonly StoredRecord[]): readonly string[] {
  return apex.map(textOf).filter(isSpf);
}

function checkMx({ domain, apex, servers }: MailRecords): readonly MailFinding[] {
  const finding = (level: MailFinding['level'], message: string) =>
    ({ subject: 'mx', level, message }) as const;
  const hosts = apex.filter(({ type }) => type === 'MX').map(exchangeOf);
  if (hosts.length === 0) {
    return [
      finding(
        'warning',
        `${domain} has no MX record, so it may not receive mail. Add the MX records of your mail provider, or use the "No mail" template.`,
      ),
    ];
  }
  if (hosts.every((host) => host === '')) {
    return [finding('good', `${domain} refuses all mail with a null MX record.`)];
  }
  if (hosts.includes('')) {
    return [
      finding(
        'problem',
        'There is a null MX record next to other MX records, so mail may not be delivered. Delete the null MX record, or the others.',
      ),
    ];
  }
  const problems = hosts.flatMap((host) => {
    const name = host === domain ? '@' : host.slice(0, -domain.length - 1);
    if (host !== domain && !host.endsWith(`.${domain}`)) return [];
    const there = (host === domain ? apex : servers).filter((record) => record.name === name);
    if (name !== '@' && there.some(({ type }) => type === 'CNAME')) {
      return [
        finding(
          'problem',
          `The mail server ${host} is a CNAME, which some senders don't follow. Use its target in the MX record instead.`,
        ),
      ];
    }
    if (there.some(({ type }) => ['A', 'AAAA', 'ALIAS', 'CNAME'].includes(type))) return [];
    return [
      finding('problem', `The mail server ${host} has no address. Add an A or AAAA record for it.`),
    ];
  });
  if (problems.length > 0) return problems;
  const count = hosts.length === 1 ? '1 server' : `${hosts.length} servers`;
  return [finding('good', `Mail for ${domain} is delivered to ${count}.`)];
}

function checkSpf({ domain, apex, lookups }: MailRecords): readonly MailFinding[] {
  const finding = (level: MailFinding['level'], message: string) =>
    ({ subject: 'spf', level, message }) as const;
  const [text, ...others] = spfTexts(apex);
  if (text === undefined) {
    return [
      finding(
        'warning',
        `${domain} has no SPF record, so receivers can't tell which servers may send its mail. Add the SPF record of your mail provider.`,
      ),
    ];
  }
  if (others.length > 0) {
    return [
      finding(
        'problem',
        `${domain} has ${others.length + 1} SPF records, which receivers treat as an error. Merge them into one.`,
      ),
    ];
  }
  const terms = spfTerms(text);
  const all = terms.find(({ name }) => name === 'all');
  const { count = 0, isComplete = false, unusable = [] } = lookups ?? {};
  const needed = `${isComplete ? '' : 'at least '}${count}`;
  const findings = [
    ...(all?.qualifier === '+'
      ? [
          finding(
            'problem',
            'The SPF record allows every server to send mail. End it with ~all or -all.',
          ),
        ]
      : []),
    ...(all === undefined && !terms.some(({ name }) => name === 'redirect')
      ? [
          finding(
            'warning',
            "The SPF record doesn't say what to do with mail from other servers. End it with ~all or -all.",
          ),
        ]
      : []),
    ...unusable.map((name) =>
      finding(
        'problem',
        `${name} has no usable SPF record, so receivers treat yours as an error. Remove include:${name}.`,
      ),
    ),
    ...(count > spfLookupsMax
      ? [
          finding(
            'problem',
            `The SPF record needs ${needed} DNS lookups, but receivers stop after ${spfLookupsMax}. Remove senders that you no longer use.`,
          ),
        ]
      : []),
  ];
  if (findings.length > 0) return findings;
  return [
    finding('good', `The SPF record uses ${needed} of the ${spfLookupsMax} DNS lookups allowed.`),
  ];
}

function checkDkim({ apex, dkim }: MailRecords): readonly MailFinding[] {
  const finding = (level: MailFinding['level'], message: string) =>
    ({ subject: 'dkim', level, message }) as const;
  const keys = dkim.filter(({ type }) => type === 'TXT' || type === 'CNAME');
  const broken = keys.filter((record) => {
    const text = textOf(record);
    return text !== null && !/(?:^|;)\s*p\s*=/i.test(text);
  });
  if (broken.length > 0) {
    return broken.map((record) =>
      finding(
        'problem',
        `The DKIM record of the selector ${selectorOf(record)} has no key (p=). Copy the whole value from your mail provider.`,
      ),
    );
  }
  const selectors = [...new Set(keys.map(selectorOf))];
  if (selectors.length > 0) {
    return [
      finding(
        'good',
        `DKIM keys were found for ${selectors.length === 1 ? 'the selector' : 'these selectors:'} ${selectors.join(', ')}.`,
      ),
    ];
  }
  const hosts = apex.filter(({ type }) => type === 'MX').map(exchangeOf);
  if (hosts.every((host) => host === '')) return [];
  return [
    finding(
      'warning',
      "No DKIM key was found, so receivers can't verify the domain's mail. Add the DKIM record of your mail provider.",
    ),
  ];
}

function selectorOf({ name }: StoredRecord): string {
  return name.replace(/\._domainkey$/, '');
}

function checkDmarc({ domain, dmarc }: MailRecords): readonly MailFinding[] {
  const finding = (level: MailFinding['level'], message: string) =>
    ({ subject: 'dmarc', level, message }) as const;
  const policies = dmarc.map(textOf).filter((text) => text !== null && /^v=DMARC1\b/i.test(text));
  const [text = null, ...others] = policies;
  if (text === null) {
    if (dmarc.some(({ type }) => type === 'CNAME')) {
      return [finding('good', 'The DMARC policy is set through a CNAME record.')];
    }
    return [
      finding(
        'warning',
        `${domain} has no DMARC record, so each receiver decides what to do with forged mail. Add a TXT record at _dmarc with v=DMARC1; p=none.`,
      ),
    ];
  }
  if (others.length > 0) {
    return [
      finding(
        'problem',
        `${domain} has ${policies.length} DMARC records, so receivers ignore all of them. Keep one.`,
      ),
    ];
  }
  const policy = /;\s*p\s*=\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase();
  if (policy === 'reject' || policy === 'quarantine') {
    return [
      finding('good', `The DMARC policy is ${policy}, which keeps forged mail out of inboxes.`),
    ];
  }
  if (policy === 'none') {
    return [
      finding(
        'warning',
        'The DMARC policy is none, so forged mail may still be delivered. Change it to quarantine once all your senders pass SPF or DKIM.',
      ),
    ];
  }
  return [
    finding(
      'problem',
      'The DMARC record has no valid policy, so receivers ignore it. Add p=none, p=quarantine or p=reject.',
    ),
  ];
}
