/** Each type, by the labels a person sees: created, edited and deleted. */
import { isDeepStrictEqual } from 'node:util';
import { type RecordType, recordTypes, typeLabel } from '@hostmaster/dns/records';
import { until } from '@hostmaster/test-rig/service';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeDashboard } from './browser.ts';
import { addRecord, choose, type DnsStage, editRecord, openDns, recordsOf } from './dns-stage.ts';

interface Case {
  readonly type: RecordType;
  /** As it is shown: with the domain, unless it is the domain. */
  readonly name: string;
  readonly create: (form: Locator) => Promise<void>;
  readonly created: string;
  readonly edit: (form: Locator) => Promise<void>;
  readonly edited: string;
}

const sha256 = 'ab'.repeat(32);
const sha512 = 'cd'.repeat(64);

const fill = (values: Readonly<Record<string, string>>) => async (form: Locator) => {
  for (const [label, value] of Object.entries(values)) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
};

const cases: readonly Case[] = [
  {
    type: 'A',
    name: 'www',
    create: fill({ Name: 'www', 'IPv4 address': '192.0.2.1' }),
    created: '192.0.2.1',
    edit: fill({ 'IPv4 address': '192.0.2.2' }),
    edited: '192.0.2.2',
  },
  {
    type: 'AAAA',
    name: '@',
    create: fill({ 'IPv6 address': '2001:db8::1' }),
    created: '2001:db8::1',
    edit: fill({ 'IPv6 address': '2001:db8::2' }),
    edited: '2001:db8::2',
  },
  {
    type: 'ALIAS',
    name: 'shop',
    create: fill({ Name: 'shop', Target: 'shops.example.net' }),
    created: 'shops.example.net',
    edit: fill({ Target: 'stores.example.net' }),
    edited: 'stores.example.net',
  },
  {
    type: 'CAA',
    name: '@',
    create: fill({ Value: 'ca.example.net' }),
    created: '0 issue "ca.example.net"',
    edit: async (form) => {
      await choose(form, 'Tag', /^iodef/);
      await fill({ Value: 'mailto:ca@example.net' })(form);
    },
    edited: '0 iodef "mailto:ca@example.net"',
  },
  {
    type: 'CERT',
    name: '@',
    create: fill({ 'Certificate in base64': 'AAEC' }),
    created: '1 0 0 AAEC',
    edit: fill({ 'Certificate type': 'PGP' }),
    edited: 'PGP 0 0 AAEC',
  },
  {
    type: 'CNAME',
    name: 'docs',
    create: fill({ Name: 'docs', Target: 'pages.example.net' }),
    created: 'pages.example.net',
    edit: fill({ Target: 'sites.example.net' }),
    edited: 'sites.example.net',
  },
  {
    type: 'DNAME',
    name: 'old/part',
    create: fill({ Name: 'old/part', Target: 'new.example.net' }),
    created: 'new.example.net',
    edit: fill({ Target: 'newer.example.net' }),
    edited: 'newer.example.net',
  },
  {
    type: 'DS',
    name: 'sub',
    create: fill({ Name: 'sub', 'Key tag': '60485', Digest: sha256 }),
    created: `60485 13 2 ${sha256}`,
    edit: async (form) => choose(form, 'Algorithm', /^15/),
    edited: `60485 15 2 ${sha256}`,
  },
  {
    type: 'HINFO',
    name: 'host',
    create: fill({ Name: 'host', CPU: 'ARM 64', 'Operating system': 'LINUX' }),
    created: '"ARM 64" "LINUX"',
    edit: fill({ CPU: 'ARM64' }),
    edited: '"ARM64" "LINUX"',
  },
  {
    type: 'HTTPS',
    name: '@',
    create: async (form) => {
      await form.getByRole('button', { name: 'Add parameter' }).click();
      await form.getByLabel('Value of parameter 1').fill('h2,h3');
      await form.getByRole('button', { name: 'Add parameter' }).click();
      await choose(form, 'Key of parameter 2', /^port/);
      await form.getByLabel('Value of parameter 2').fill('8443');
    },
    created: '1 . alpn=h2,h3 port=8443',
    edit: async (form) => {
      await form.getByRole('button', { name: 'Remove parameter 2' }).click();
      await form.getByLabel('Priority', { exact: true }).fill('2');
    },
    edited: '2 . alpn=h2,h3',
  },
  {
    type: 'LOC',
    name: '@',
    create: fill({ Location: '51 30 N 0 7 W 11m' }),
    created: '51 30 N 0 7 W 11m',
    edit: fill({ Location: '52 N 4 E 0m' }),
    edited: '52 N 4 E 0m',
  },
  {
    type: 'MX',
    name: '@',
    create: fill({ 'Priority (optional)': '5', 'Mail server': 'mail.example.net' }),
    created: '5 mail.example.net',
    edit: fill({ 'Priority (optional)': '', 'Mail server': 'mail2.example.net' }),
    edited: 'mail2.example.net',
  },
  {
    type: 'NAPTR',
    name: '@',
    create: fill({
      'Flags (optional)': 's',
      'Services (optional)': 'SIP+D2U',
      Replacement: '_sip._udp.example.net',
    }),
    created: '100 10 "s" "SIP+D2U" "" _sip._udp.example.net',
    edit: fill({ Order: '50', 'Services (optional)': 'SIP+D2T' }),
    edited: '50 10 "s" "SIP+D2T" "" _sip._udp.example.net',
  },
  {
    type: 'NS',
    name: 'sub',
    create: fill({ Name: 'sub', Nameserver: 'ns1.example.net' }),
    created: 'ns1.example.net',
    edit: fill({ Nameserver: 'ns2.example.net' }),
    edited: 'ns2.example.net',
  },
  {
    type: 'OPENPGPKEY',
    name: '0a._openpgpkey',
    create: fill({ Name: '0a._openpgpkey', 'Key in base64': 'AAEC' }),
    created: 'AAEC',
    edit: fill({ 'Key in base64': 'AwQF' }),
    edited: 'AwQF',
  },
  {
    type: 'PTR',
    name: '1',
    create: fill({ Name: '1', Target: 'host.example.net' }),
    created: 'host.example.net',
    edit: fill({ Target: 'other.example.net' }),
    edited: 'other.example.net',
  },
  {
    type: 'RP',
    name: '@',
    create: fill({ Mailbox: 'admin.example.net' }),
    created: 'admin.example.net .',
    edit: fill({ 'TXT record': 'people.example.net' }),
    edited: 'admin.example.net people.example.net',
  },
  {
    type: 'SMIMEA',
    name: '0a._smimecert',
    create: fill({ Name: '0a._smimecert', 'Certificate data': '3082' }),
    created: '3 0 0 3082',
    edit: async (form) => {
      await choose(form, 'Matching type', /SHA-256/);
      await fill({ 'Certificate data': sha256 })(form);
    },
    edited: `3 0 1 ${sha256}`,
  },
  {
    type: 'SRV',
    name: '_sip._tls.office',
    create: async (form) => {
      await fill({ Service: 'sip', Name: 'office' })(form);
      await choose(form, 'Protocol', 'TLS');
      await fill({ Priority: '10', Weight: '60', Port: '5061', Target: 'sip.example.net' })(form);
    },
    created: '10 60 5061 sip.example.net',
    edit: fill({ Weight: '40', Port: '5062' }),
    edited: '10 40 5062 sip.example.net',
  },
  {
    type: 'SSHFP',
    name: 'www',
    create: fill({ Name: 'www', 'Fingerprint data': sha256 }),
    created: `4 2 ${sha256}`,
    edit: async (form) => choose(form, 'Key', /RSA/),
    edited: `1 2 ${sha256}`,
  },
  {
    type: 'SVCB',
    name: '_dns',
    create: async (form) => {
      await fill({ Name: '_dns', Target: 'dns.example.net' })(form);
      await form.getByRole('button', { name: 'Add parameter' }).click();
      await choose(form, 'Key of parameter 1', /^Other key/);
      await fill({ 'Name of parameter 1': 'key65333', 'Value of parameter 1': 'a b' })(form);
    },
    created: '1 dns.example.net key65333="a b"',
    edit: fill({ 'Value of parameter 1': 'c' }),
    edited: '1 dns.example.net key65333=c',
  },
  {
    type: 'TLS',
    name: '_443._tcp.www',
    create: fill({ Port: '443', Name: 'www', 'Certificate data': sha256 }),
    created: `3 1 1 ${sha256}`,
    edit: async (form) => {
      await choose(form, 'Usage', /^2/);
      await choose(form, 'Matching type', /SHA-512/);
      await fill({ 'Certificate data': sha512 })(form);
    },
    edited: `2 1 2 ${sha512}`,
  },
  {
    type: 'TXT',
    name: '@',
    create: fill({ Text: 'v=spf1 -all' }),
    created: 'v=spf1 -all',
    edit: fill({ Text: '"one" "two"' }),
    edited: '"one" "two"',
  },
  {
    type: 'URI',
    name: '_http._tcp',
    create: fill({ Service: 'http', URI: 'https://www.example.net/a?b=c' }),
    created: '10 1 "https://www.example.net/a?b=c"',
    edit: fill({ Weight: '5' }),
    edited: '10 5 "https://www.example.net/a?b=c"',
  },
];

describeDashboard('Records of every type', (dashboard) => {
  // In one visit: the way to the page takes longer than what is done there.
  it('are created, edited and deleted through their forms', async () => {
    const stage = await openDns(dashboard);
    for (const one of cases) await walkThrough(stage, one);
    expect(cases.map(({ type }) => type)).toEqual(recordTypes);
  });
});

async function walkThrough(stage: DnsStage, one: Case): Promise<void> {
  const { page, domain } = stage;
  const { type, name, created, edited } = one;
  const label = typeLabel(type);
  const what = `${label} record of ${name === '@' ? domain : `${name}.${domain}`}`;
  const row = page.getByRole('row').filter({
    has: page.getByRole('button', { name: `Edit ${what}` }),
  });

  const newForm = await addRecord(page, type);
  await one.create(newForm);
  await newForm.getByRole('button', { name: 'Save record' }).click();
  await row.getByText(created, { exact: true }).waitFor();
  expect(await recordsOf(stage)).toEqual([{ type, name, ttl: 3600, value: created }]);

  const editForm = await editRecord(page, what);
  await one.edit(editForm);
  await choose(editForm, 'TTL', '5 min');
  await editForm.getByRole('button', { name: 'Save' }).click();
  await row.getByText(edited, { exact: true }).waitFor();
  const after = { type, name, ttl: 300, value: edited };
  await until(`the API has ${edited}`, async () =>
    isDeepStrictEqual(await recordsOf(stage), [after]),
  );

  await page.getByRole('button', { name: `Delete ${what}` }).click();
  // One message for all records that were just deleted.
  const deleted = new RegExp(`${label} record deleted|${label} ${fullNameOf(name, domain)}`);
  await page.getByText(deleted).first().waitFor();
  expect(await recordsOf(stage)).toEqual([]);
  await page.getByText('No records yet').waitFor();
  // Messages of the last type would lie above the buttons of the next, and one may come late.
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  const dismissAll = async () => {
    await dismiss.evaluateAll((buttons) => {
      for (const button of buttons) (button as unknown as { click(): void }).click();
    });
    return dismiss.count();
  };
  await expect.poll(dismissAll).toBe(0);
}

function fullNameOf(name: string, domain: string): string {
  return name === '@' ? domain : `${name}.${domain}`;
}
