/** User commands that follow events, and what a shell and a terminal see of the program. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { verifyWebhook } from '@hostmaster/sdk';
import { programEnvironment } from '@hostmaster/test-rig/program-environment';
import { describeEdge, until } from '@hostmaster/test-rig/service';
import { WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import { expect, it } from 'vitest';
import { Customer } from './customer.ts';
import { binary, startProcess } from './program.ts';

const execute = promisify(execFile);

describeEdge('User commands', (service) => {
  it('events tail prints events, and says where to go on', async () => {
    const { apiKey, client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const customer = new Customer({ url: service.url, apiKey });
    const args = ['events', 'tail', '--cursor', 'start', '--type', 'domain.*', '--json'];
    const running = await startProcess(args, customer.environment);
    await until('the registration was printed', () =>
      running.output().includes('domain.registered'),
    );
    const { code, stdout, stderr } = await running.stop();
    expect(code).toBe(130);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { domain: string });
    for (const event of events) expect(event).toMatchObject({ domain });
    const [, cursor = ''] = /go on with --cursor (\S+)\.\n$/.exec(stderr) ?? [];
    expect(await client.call('listEvents', { cursor })).toMatchObject({
      cursor: expect.any(String),
    });
  });

  it('webhooks listen hands events to a receiver here, signed, and again when it was not accepted', async () => {
    const { apiKey, client } = await service.workspace();
    const customer = new Customer({ url: service.url, apiKey });
    const receiver = await WebhookReceiver.open();
    receiver.answer = (_, count) => ({ status: count === 1 ? 500 : 200 });
    const args = ['webhooks', 'listen', '--cursor', 'start', '--type', 'domain.registered'];
    const running = await startProcess(
      [...args, '--forward-to', receiver.url],
      customer.environment,
    );
    const domain = await service.liveDomain(client);
    await until('the event was accepted', () =>
      running.output().includes('200  domain.registered'),
    );
    const { code, stdout } = await running.stop();
    await receiver.close();
    expect(code).toBe(130);
    const [, secret = ''] = /signed with (whsec_\S+)\n/.exec(stdout) ?? [];
    const [first, second] = receiver.received;
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
    const { body = '', headers = {} } = second ?? {};
    expect(await verifyWebhook({ body, headers, secret })).toMatchObject({ domain });
    expect(await customer.fails('webhooks', 'listen', '--forward-to', 'x')).toMatchObject({
      code: 2,
    });
  });

  it('completion gives bash the commands and options', async () => {
    const customer = new Customer({});
    const script = customer.file('completion.bash', await customer.text('completion', 'bash'));
    const complete = async (...words: readonly string[]) => {
      const line = `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _hostmaster; echo "\${COMPREPLY[@]}"`;
      return (await execute('bash', ['-c', line])).stdout.trim().split(' ');
    };
    expect(await complete('hostmaster', 'do')).toEqual(['domains', 'doctor', 'domain']);
    expect(await complete('hostmaster', 'dns', 're')).toEqual(['restore']);
    expect(await complete('hostmaster', 'domains', 'renew', '--y')).toEqual(['--yes', '--years']);
    expect(await complete('hostmaster', 'account', '--')).toEqual(['--url', '--json']);
    expect(await complete('hostmaster', 'domains', 'dnssec', 'o')).toEqual(['on', 'off']);
    expect(await complete('hostmaster', 'bulk', 'plan', 're')).toEqual(['renew', 'register']);
    expect(await customer.text('completion', 'zsh')).toContain('bashcompinit');
    expect(await customer.text('completion', 'fish')).toMatch(
      /^complete -c hostmaster -n __fish_use_subcommand -f -a login -d '/,
    );
    expect(await customer.fails('completion', 'tcsh')).toMatchObject({ code: 2 });
  });

  it('tells users and operators apart in the help, which has examples', async () => {
    const customer = new Customer({});
    const { stdout } = await customer.run('--help');
    const [users = '', operators = ''] = stdout.split('For operators');
    expect(users).toMatch(/^ {2}domains /m);
    expect(users).not.toMatch(/^ {2}domain /m);
    expect(operators).toMatch(/^ {2}domain /m);
    const help = await customer.run('dns', 'apply', '--help');
    expect(help.stdout).toContain('Examples:\n  hostmaster dns apply example.com.yaml\n');
  });

  it('fits tables to a terminal and colours them there, unless NO_COLOR says otherwise', async () => {
    const { apiKey, client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('createRecord', { domain, type: 'TXT', value: 'x'.repeat(200) });
    const { environment } = new Customer({ url: service.url, apiKey });
    const line = `stty cols 60; "${process.execPath}" "${binary}" dns list ${domain}`;
    const atTerminal = async (more: Readonly<Record<string, string>>) => {
      const env = { ...(await programEnvironment()), TERM: 'xterm', ...environment, ...more };
      return (await execute('script', ['-qec', line, '/dev/null'], { env })).stdout;
    };
    const shown = await atTerminal({});
    expect(shown).toContain('\u001b[1mNAME');
    expect(shown).toContain('xxx…');
    const plain = await atTerminal({ NO_COLOR: '1' });
    expect(plain).not.toContain('\u001b[');
    for (const row of plain.trim().split('\r\n')) expect(row.length).toBeLessThanOrEqual(60);
  });
});
