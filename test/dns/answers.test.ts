/** dig and kdig against the built-in server, and packets that no client would send. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { dig, kdig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSecondary } from './add-secondary.ts';

describe('the built-in server', () => {
  const service = new TestService(createEngine('sqlite'), {
    settings: { HOSTMASTER_DNS_NSID: 'ns1-test', HOSTMASTER_DNS_VERSION: 'name server 1' },
  });
  let client: ApiClient;
  let domain: string;
  const ask = (...args: string[]) => dig(service.dnsPort, ...args);

  beforeAll(async () => {
    requireDnsPeers();
    await service.start();
    client = (await service.workspace()).client;
    domain = await service.liveDomain(client);
    const records = [
      { type: 'A', name: '@', value: '192.0.2.1' },
      { type: 'A', name: 'www', value: '192.0.2.2' },
      { type: 'CNAME', name: 'alias', value: `www.${domain}` },
      { type: 'A', name: '*.wild', value: '192.0.2.3' },
      { type: 'TXT', name: 'a.b.c', value: 'deep' },
      { type: 'NS', name: 'sub', value: `ns.sub.${domain}` },
      { type: 'A', name: 'ns.sub', value: '192.0.2.4' },
      ...Array.from({ length: 5 }, (_, index) => ({
        type: 'TXT' as const,
        name: 'large',
        value: String(index).repeat(400),
      })),
    ] as const;
    for (const record of records) await client.call('createRecord', { domain, ...record });
  }, 600_000);
  afterAll(() => service.stop());

  it('answers with authority, over UDP and TCP, with dig and kdig', async () => {
    for (const answer of [
      await ask(`www.${domain}`, 'A'),
      await ask(`www.${domain}`, 'A', '+tcp'),
      await kdig(service.dnsPort, `www.${domain}`, 'A'),
      await kdig(service.dnsPort, `www.${domain}`, 'A', '+tcp'),
    ]) {
      expect(answer).toMatch(/status: NOERROR/);
      expect(answer).toMatch(/flags: qr aa/i);
      expect(answer).toMatch(/www\.\S+\s+3600\s+IN\s+A\s+192\.0\.2\.2/);
    }
  });

  it('a change is answered at once by the process that took it', async () => {
    const { record } = await client.call('createRecord', {
      domain,
      type: 'A',
      name: 'fresh',
      value: '192.0.2.10',
    });
    expect(await ask(`fresh.${domain}`, 'A', '+short')).toBe('192.0.2.10\n');
    await client.call('updateRecord', { domain, recordId: record.id, value: '192.0.2.11' });
    expect(await ask(`fresh.${domain}`, 'A', '+short')).toBe('192.0.2.11\n');
    await client.call('deleteRecord', { domain, recordId: record.id });
    expect(await ask(`fresh.${domain}`, 'A')).toContain('NXDOMAIN');
  });

  it('NXDOMAIN and NODATA carry the SOA; empty non-terminals exist', async () => {
    const soa = /AUTHORITY SECTION:\n\S+\s+300\s+IN\s+SOA/;
    const missing = await ask(`no.${domain}`, 'A');
    expect(missing).toContain('status: NXDOMAIN');
    expect(missing).toMatch(soa);
    for (const args of [
      [`www.${domain}`, 'TXT'],
      [`b.c.${domain}`, 'A'],
    ]) {
      const empty = await ask(...args);
      expect(empty).toMatch(/status: NOERROR[\s\S]*ANSWER: 0/);
      expect(empty).toMatch(soa);
    }
  });

  it('wildcards, chains inside the zone, minimal ANY', async () => {
    expect(await ask(`x.y.wild.${domain}`, 'A', '+short')).toBe('192.0.2.3\n');
    expect(await ask(`alias.${domain}`, 'A', '+short')).toBe(`www.${domain}.\n192.0.2.2\n`);
    expect(await ask(domain, 'ANY', '+notcp')).toMatch(/ANSWER: 1,/);
  });

  it('delegations refer without authority and with glue', async () => {
    const answer = await ask(`host.sub.${domain}`, 'A');
    expect(answer).toMatch(/flags: qr(?! aa)/);
    expect(answer).toMatch(/ANSWER: 0, AUTHORITY: 1, ADDITIONAL: 2/);
    expect(answer).toMatch(/ns\.sub\.\S+\s+3600\s+IN\s+A\s+192\.0\.2\.4/);
  });

  it('what does not fit is truncated, and whole over TCP', async () => {
    const small = await ask(`large.${domain}`, 'TXT', '+ignore', '+bufsize=512');
    expect(small).toMatch(/flags: qr aa tc/);
    expect(small).toMatch(/ANSWER: 0/);
    expect(await ask(`large.${domain}`, 'TXT', '+ignore', '+noedns')).toMatch(/flags: qr aa tc/);
    // No client gets more by UDP than fits through every network.
    expect(await ask(`large.${domain}`, 'TXT', '+ignore', '+bufsize=4096')).toMatch(/qr aa tc/);
    expect(await ask(`large.${domain}`, 'TXT')).toMatch(/ANSWER: 5/);
    expect(await ask(`large.${domain}`, 'TXT', '+tcp')).toMatch(/ANSWER: 5/);
  });

  it('REFUSED for other names, classes and the catalog; no recursion', async () => {
    for (const args of [
      ['example.net', 'A'],
      ['com', 'NS'],
      ['.', 'NS'],
      ['authors.bind', 'CH', 'TXT'],
      ['catalog.hostmaster.invalid', 'SOA'],
      ['version.catalog.hostmaster.invalid', 'TXT'],
    ]) {
      const answer = await ask(...args);
      expect(answer, args.join(' ')).toMatch(/status: REFUSED/);
      expect(answer).not.toMatch(/flags: [a-z ]*\bra\b/);
    }
  });

  it('NOTIMP for other opcodes, BADVERS for other EDNS versions', async () => {
    expect(await ask(domain, 'A', '+opcode=STATUS')).toContain('status: NOTIMP');
    expect(await ask(domain, 'A', '+edns=1', '+noednsneg')).toContain('status: BADVERS');
    expect(await ask(domain, 'SOA', '+opcode=NOTIFY')).toContain('status: REFUSED');
  });

  it('DO comes back as it was; class ANY is answered from IN without authority', async () => {
    expect(await ask(domain, 'A', '+dnssec')).toMatch(/EDNS: version: 0, flags: do;/);
    expect(await ask(domain, 'A', '+nodnssec')).toMatch(/EDNS: version: 0, flags:;/);
    const any = await ask(`www.${domain}`, 'A', '-c', 'ANY');
    expect(any).toMatch(/status: NOERROR/);
    expect(any).toMatch(/flags: qr(?! aa)/);
    expect(any).toMatch(/www\.\S+\s+3600\s+IN\s+A\s+192\.0\.2\.2/);
    expect(await ask('example.net', 'A', '-c', 'ANY')).toMatch(/status: REFUSED/);
  });

  it('IXFR without the SOA of the version it has is FORMERR', async () => {
    const labels = domain.split('.').map((label) => Buffer.from(`\0${label}`));
    for (const label of labels) label[0] = label.length - 1;
    const name = Buffer.concat([...labels, Buffer.of(0)]).toString('hex');
    const header = '1234 0000 0001 0000 0000 0000';
    expect((await exchangeBytes(`${header} ${name} 00fb 0001`))?.toString('hex')).toMatch(
      /^12348001/,
    );
    expect(await ask(domain, 'IXFR=1', '+notcp')).toMatch(/IN\s+SOA/);
  });

  it('cookies: a new one, a good one, a bad one and a malformed one', async () => {
    const fresh = await ask(domain, 'A', '+cookie=0102030405060708');
    const cookie = /COOKIE: (0102030405060708[0-9a-f]{32}) \(good\)/.exec(fresh)?.[1] ?? '';
    expect(cookie).toHaveLength(48);
    expect(await ask(domain, 'A', `+cookie=${cookie}`)).toContain(`COOKIE: ${cookie} (good)`);
    const bad = await ask(domain, 'A', `+cookie=${cookie.slice(0, -2)}00`);
    expect(bad).toMatch(/status: NOERROR[\s\S]*COOKIE: 0102030405060708[0-9a-f]{32} \(good\)/);
    expect(await kdig(service.dnsPort, domain, 'A', '+cookie')).toMatch(/NOERROR/);
    expect(await ask(domain, 'A', '+nocookie', '+ednsopt=10:0102')).toContain('status: FORMERR');
    const alone = await ask('+header-only', '+cookie=0102030405060708', domain);
    expect(alone).toMatch(/status: NOERROR[\s\S]*COOKIE: 0102030405060708[0-9a-f]{32} \(good\)/);
  });

  it('tells its name (NSID) and how long a copy is valid (EXPIRE) to those who ask', async () => {
    expect(await ask(domain, 'A', '+nsid')).toContain('("ns1-test")');
    expect(await ask(domain, 'A')).not.toContain('NSID');
    expect(await ask(domain, 'SOA', '+expire')).toMatch(/EXPIRE: \d{5,}/);
    expect(await ask(domain, 'A', '+expire')).not.toMatch(/EXPIRE: \d/);
    const { text } = await addSecondary(service.place, { name: 'fetch', address: '127.0.0.1:9' });
    const whole = await ask(domain, 'AXFR', '-y', text, '+expire', '+besteffort', '+comments');
    expect(whole).toMatch(/XFR size/);
    expect(whole).toMatch(/EXPIRE: \d{5,}/);
  });

  it('tells its version and name in class CH, where they are set', async () => {
    for (const [name, text] of [
      ['version.bind', 'name server 1'],
      ['VERSION.server', 'name server 1'],
      ['id.server', 'ns1-test'],
      ['hostname.bind', 'ns1-test'],
    ] as const) {
      const answer = await ask(name, 'CH', 'TXT');
      expect(answer).toMatch(/status: NOERROR/);
      expect(answer).toMatch(new RegExp(`${name}\\.\\s+0\\s+CH\\s+TXT\\s+"${text}"`));
    }
    expect(await ask('authors.bind', 'CH', 'TXT')).toMatch(/status: REFUSED/);
    expect(await ask('version.bind', 'CH', 'A')).toMatch(/status: REFUSED/);
  });

  it('FORMERR has the question where it can be read', async () => {
    const question = '0161 0000 0100 01'.replaceAll(' ', '');
    const header = '1234010000010000000000 00'.replaceAll(' ', '');
    const replied = async (hex: string) => (await exchangeBytes(hex))?.toString('hex');
    const bare = '123481010000000000000000';
    const withQuestion = `123481010001000000000000${question}`;
    expect(await replied(`${header}${question}ff`)).toBe(withQuestion);
    // Half an OPT record after it.
    expect(await replied(`123401000001000000000001${question}000029`)).toBe(withQuestion);
    expect(await replied(`${header}c00c00010001`)).toBe(bare);
    expect(await replied(`${header}3f61`)).toBe(bare);
    expect(await replied(`${header}016100`)).toBe(bare);
    // A name of 256 octets, and two questions.
    expect(await replied(`${header}${`3f${'61'.repeat(63)}`.repeat(4)}0000010001`)).toBe(bare);
    expect(await replied(`123401000002000000000000${question}${question}ff`)).toBe(bare);
  });

  it('TCP: an empty message ends the connection, after the answers to those before it', async () => {
    const question = Buffer.from('12340100000100000000000001610000010001', 'hex');
    const framed = Buffer.concat([Buffer.of(0, question.length), question]);
    const openSockets = [Buffer.of(0, 0), Buffer.concat([framed, Buffer.of(0, 0), framed])];
    const replies = await Promise.all(
      openSockets.map(async (sent) => {
        const socket = connect(service.dnsPort, '127.0.0.1');
        socket.write(sent);
        const received: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => received.push(chunk));
        const startedAt = performance.now();
        await once(socket, 'close');
        // The server closes idle connections after ten seconds.
        expect(performance.now() - startedAt).toBeLessThan(9_000);
        return Buffer.concat(received).length;
      }),
    );
    expect(replies[0]).toBe(0);
    expect(replies[1]).toBe(2 + question.length);
  });

  it('the case of the question comes back as it was', async () => {
    const mixed = `wWw.${domain.toUpperCase()}`;
    const answer = await ask(mixed, 'A');
    expect(answer).toContain(`;${mixed}.`);
    expect(answer).toMatch(/192\.0\.2\.2/);
  });

  it('transfers need a key, the right one, and the right address', async () => {
    const { text: added } = await addSecondary(service.place, {
      name: 'somewhere',
      address: '127.0.0.1:9',
    });
    const { text: other } = await addSecondary(service.place, {
      name: 'elsewhere',
      address: '192.0.2.53:53',
    });
    const port = service.dnsPort;
    const wrong = `hmac-sha256:hostmaster-somewhere:${Buffer.alloc(32).toString('base64')}`;
    expect(await ask(domain, 'AXFR')).toContain('Transfer failed');
    expect(await kdig(port, domain, 'AXFR')).not.toMatch(/IN\s+SOA/);
    expect(await ask(domain, 'AXFR', '-y', wrong)).toMatch(/BADSIG|Transfer failed/);
    expect(await ask(domain, 'AXFR', '-y', other)).toContain('Transfer failed');
    expect(await ask(domain, 'AXFR', '-y', added, '-b', '127.0.0.2')).toContain('Transfer failed');
    expect(await ask('catalog.hostmaster.invalid', 'AXFR')).toContain('Transfer failed');
    expect(await ask(domain, 'IXFR=1')).not.toMatch(/IN\s+TXT/);

    const whole = await ask(domain, 'AXFR', '-y', added);
    expect(whole).toMatch(/XFR size: 16 records/);
    expect(await kdig(port, domain, 'AXFR', '-y', added)).toMatch(
      /Received .* \(1 messages, 16 records\)/,
    );
    expect(await ask('catalog.hostmaster.invalid', 'AXFR', '-y', added)).toMatch(
      new RegExp(`\\sPTR\\s${domain}\\.`),
    );
    expect(await ask(domain, 'SOA', '-y', added)).toMatch(/status: NOERROR[\s\S]*TSIG/);
  });

  it('malformed packets get FORMERR or silence, and the server goes on', async () => {
    const header = '1234 0100 0001 0000 0000 0000';
    const question = `${header} 0161 0000 0100 01`;
    const cases: [string, string, string | null][] = [
      ['nothing', '', null],
      ['half a header', '1234 0100', null],
      ['a response', `1234 8100 0001 0000 0000 0000 0161 0000 0100 01`, null],
      ['no question', '1234 0100 0000 0000 0000 0000', '1234 8101'],
      ['a name that points to itself', `${header} c00c 0001 0001`, '1234 8101'],
      ['a label beyond the end', `${header} 3f61`, '1234 8101'],
      ['bytes after the end', `${question} ff`, '1234 8101'],
      [
        'two questions',
        `1234 0100 0002 0000 0000 0000 0161 0000 0100 01 0161 0000 0100 01`,
        '1234 8101',
      ],
    ];
    for (const [what, packet, expected] of cases) {
      const reply = await exchangeBytes(packet);
      expect(reply?.subarray(0, 4).toString('hex') ?? null, what).toBe(
        expected?.replaceAll(' ', '') ?? null,
      );
    }
    expect(await ask(`www.${domain}`, 'A', '+short')).toBe('192.0.2.2\n');
  });

  it('TCP: several questions on one connection, and garbage closes nothing else', async () => {
    const socket = connect(service.dnsPort, '127.0.0.1');
    const packet = Buffer.from('12340000000100000000000003777777', 'hex');
    const name = Buffer.concat(
      domain.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    );
    const whole = Buffer.concat([packet, name, Buffer.from('0000010001', 'hex')]);
    const framed = Buffer.concat([Buffer.from([0, whole.length]), whole]);
    socket.write(Buffer.concat([framed, framed, framed]));
    let received = Buffer.alloc(0);
    while (received.length < 3 * (2 + whole.length + 16)) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      received = Buffer.concat([received, chunk]);
    }
    expect(received.length).toBe(3 * (2 + whole.length + 16));
    socket.destroy();
  });

  /** Silence shows when a question sent right afterwards has been answered and nothing came before. */
  async function exchangeBytes(hex: string): Promise<Buffer | null> {
    const socket = createSocket('udp4');
    const marker = Buffer.from(
      'abcd 0100 0001 0000 0000 0000 0161 0000 0100 01'.replaceAll(' ', ''),
      'hex',
    );
    socket.connect(service.dnsPort, '127.0.0.1');
    await once(socket, 'connect');
    socket.send(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
    socket.send(marker);
    let reply: Buffer | null = null;
    for (;;) {
      const [packet] = (await once(socket, 'message')) as [Buffer];
      if (packet.readUInt16BE(0) === 0xabcd) break;
      reply = packet;
    }
    socket.close();
    return reply;
  }
});
