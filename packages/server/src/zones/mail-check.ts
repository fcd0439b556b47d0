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
        `${domain} has no MX record, so it receives no mail: add those of your mail provider, or use the template "No mail".`,
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
        'A null MX record stands beside other MX records, so that senders may refuse to deliver: delete one or the others.',
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
          `The mail server ${host} is a CNAME, which senders need not follow: name its target in the MX record.`,
        ),
      ];
    }
    if (there.some(({ type }) => ['A', 'AAAA', 'ALIAS', 'CNAME'].includes(type))) return [];
    return [
      finding('problem', `The mail server ${host} has no address: add an A or AAAA record for it.`),
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
        `${domain} has no SPF record, so receivers can't tell who may send in its name: add the one of your mail provider.`,
      ),
    ];
  }
  if (others.length > 0) {
    return [
      finding(
        'problem',
        `${domain} has ${others.length + 1} SPF records, which receivers treat as an error: merge them into one.`,
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
            'The SPF record allows every server to send: end it with ~all or -all.',
          ),
        ]
      : []),
    ...(all === undefined && !terms.some(({ name }) => name === 'redirect')
      ? [
          finding(
            'warning',
            'The SPF record says nothing about other servers: end it with ~all or -all.',
          ),
        ]
      : []),
    ...unusable.map((name) =>
      finding(
        'problem',
        `${name} has no usable SPF record, so that receivers treat yours as an error: remove include:${name}.`,
      ),
    ),
    ...(count > spfLookupsMax
      ? [
          finding(
            'problem',
            `The SPF record needs ${needed} DNS lookups, and receivers stop at ${spfLookupsMax}: remove senders that you no longer use.`,
          ),
        ]
      : []),
  ];
  if (findings.length > 0) return findings;
  return [
    finding('good', `The SPF record needs ${needed} of ${spfLookupsMax} possible DNS lookups.`),
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
        `The DKIM record of the selector ${selectorOf(record)} has no key (p=): copy the whole value from your mail provider.`,
      ),
    );
  }
  const selectors = [...new Set(keys.map(selectorOf))];
  if (selectors.length > 0) {
    return [finding('good', `DKIM keys of these selectors were found: ${selectors.join(', ')}.`)];
  }
  const hosts = apex.filter(({ type }) => type === 'MX').map(exchangeOf);
  if (hosts.every((host) => host === '')) return [];
  return [
    finding(
      'warning',
      'No DKIM key was found, so receivers cannot check signatures: add the one of your mail provider.',
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
      return [finding('good', 'The DMARC policy is kept elsewhere, behind a CNAME record.')];
    }
    return [
      finding(
        'warning',
        `${domain} has no DMARC record, so receivers decide themselves about forged mail: add a TXT record at _dmarc with v=DMARC1; p=none.`,
      ),
    ];
  }
  if (others.length > 0) {
    return [
      finding(
        'problem',
        `${domain} has ${policies.length} DMARC records, so receivers ignore all of them: keep one.`,
      ),
    ];
  }
  const policy = /;\s*p\s*=\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase();
  if (policy === 'reject' || policy === 'quarantine') {
    return [finding('good', `The DMARC policy is ${policy}: forged mail does not reach inboxes.`)];
  }
  if (policy === 'none') {
    return [
      finding(
        'warning',
        'The DMARC policy is none, so forged mail is delivered: change it to quarantine once all your senders pass SPF or DKIM.',
      ),
    ];
  }
  return [
    finding(
      'problem',
      'The DMARC record has no valid policy, so receivers ignore it: add p=none, p=quarantine or p=reject.',
    ),
  ];
}
